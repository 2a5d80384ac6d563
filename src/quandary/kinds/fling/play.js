// How Fling! is touched: drag a ball, or choose it and press an arrow, swipe, or tap where it should go.
import { ARROWS, STEPS, circle, line, plus, rectangle, same, wayOf, wayTo } from '../../board/shapes.js'

const MARGIN = 0.2, RADIUS = 0.34, FAR = 0.45
const has = (balls, cell) => balls.some((ball) => same(ball, cell))
/** @type {(puzzle: any, cell: number[]) => boolean} */
const isInside = ({ width, height }, [x, y]) => x >= 0 && y >= 0 && x < width && y < height
const next = (cell, way) => plus(cell, STEPS[way])
/** @type {(cell: number[]) => number[]} */
const middle = ([x, y]) => [MARGIN + x + 0.5, MARGIN + y + 0.5]
const cellAt = (x, y) => [Math.floor(x - MARGIN), Math.floor(y - MARGIN)]
/** @type {(cell: number[], way: string) => string} */
const text = ([x, y], way) => `(${x}, ${y}) ${way}`
const sorted = (balls) => [...balls].sort((a, b) => a[1] - b[1] || a[0] - b[0])

/** The balls on the way of a ball, nearest first. */
function met(puzzle, balls, cell, way) {
  const found = []
  for (let there = next(cell, way); isInside(puzzle, there); there = next(there, way)) if (has(balls, there)) found.push(there)
  return found
}
const canFling = (puzzle, balls, cell, way) => has(balls, cell) && !has(balls, next(cell, way)) && met(puzzle, balls, cell, way).length > 0

export const starts = (puzzle) => [['1', puzzle.balls]]
export const moves = (puzzle, balls) => balls.flatMap((cell) => Object.keys(STEPS).filter((way) => canFling(puzzle, balls, cell, way)).map((way) => text(cell, way)))
export function apply(puzzle, balls, move) {
  const [, x, y, way] = move.match(/^\((\d+), (\d+)\) (\w+)$/), cell = [Number(x), Number(y)]
  const hit = met(puzzle, balls, cell, way), [dx, dy] = STEPS[way]
  const rest = balls.filter((ball) => !same(ball, cell) && !has(hit, ball))
  return sorted([...rest, ...hit.map(([hx, hy]) => [hx - dx, hy - dy])])
}
export const isSolved = (puzzle, balls) => balls.length === 1
export const keys = () => [...ARROWS, { key: 'Enter', label: '●', name: 'take the ball' }]
export const tell = (puzzle, balls, hand) => [...(hand?.cell ? [`r${hand.cell[1] + 1}c${hand.cell[0] + 1}`] : []), `${balls.length} ●`]

export function moveFor(puzzle, balls, gesture, hand) {
  const cell = hand?.cell ?? balls[0]
  if (gesture.type === 'drag') return dragged(puzzle, balls, gesture, hand)
  if (gesture.type === 'tap') return tapped(puzzle, balls, gesture, hand)
  if (gesture.type === 'key' && (gesture.key === 'Enter' || gesture.key === ' ')) return has(balls, cell) ? { hand: { cell, held: !hand?.held } } : null
  if (gesture.type === 'key' && gesture.key === 'Escape') return hand ? { hand: null } : null
  const way = wayOf(gesture)
  if (!way) return null
  if (hand?.held) return flung(puzzle, balls, cell, way)
  if (gesture.type === 'swipe') return null
  const there = hand ? next(cell, way) : cell
  return isInside(puzzle, there) ? { hand: { cell: there, held: false } } : null
}

const flung = (puzzle, balls, cell, way, more = {}) => {
  if (!canFling(puzzle, balls, cell, way)) return null
  const [dx, dy] = STEPS[way], [x, y] = met(puzzle, balls, cell, way)[0]
  return { move: text(cell, way), hand: { cell: [x - dx, y - dy], held: false, ...more } }
}

function dragged(puzzle, balls, { from, to }, hand) {
  if (hand?.dragged && same(hand.dragged, from)) return null // the rest of a drag that flung a ball
  const cell = cellAt(...from), way = wayTo(from, to, FAR)
  return way && flung(puzzle, balls, cell, way, { dragged: to })
}

function tapped(puzzle, balls, { x, y }, hand) {
  const cell = cellAt(x, y)
  if (has(balls, cell)) return { hand: { cell, held: !(hand?.held && same(hand.cell, cell)) } }
  const way = hand?.held ? wayTo(middle(hand.cell), [x, y], FAR) : null
  return way && flung(puzzle, balls, hand.cell, way)
}

export function shapes(puzzle, balls, hand) {
  const { width, height } = puzzle, [right, bottom] = [MARGIN + width, MARGIN + height]
  const drawn = [rectangle(MARGIN, MARGIN, width, height, 'floor')]
  for (let x = 1; x < width; x++) drawn.push(line([[MARGIN + x, MARGIN], [MARGIN + x, bottom]], 'faint', 0.03))
  for (let y = 1; y < height; y++) drawn.push(line([[MARGIN, MARGIN + y], [right, MARGIN + y]], 'faint', 0.03))
  drawn.push(rectangle(MARGIN, MARGIN, width, height, null, 'wall', 0.06))
  if (hand?.cell) drawn.push(rectangle(MARGIN + hand.cell[0] + 0.05, MARGIN + hand.cell[1] + 0.05, 0.9, 0.9, null, hand.held ? 'trace' : 'soft', 0.06))
  for (const ball of balls) {
    const [x, y] = middle(ball)
    drawn.push(circle([x, y], RADIUS, 'player'), circle([x - 0.11, y - 0.11], 0.09, 'on-player'))
    if (hand?.held && same(hand.cell, ball))
      for (const way in STEPS) if (canFling(puzzle, balls, ball, way)) {
        const [dx, dy] = STEPS[way]
        drawn.push(line([[x + 0.4 * dx, y + 0.4 * dy], [x + 0.75 * dx, y + 0.75 * dy]], 'trace', 0.1))
      }
  }
  return drawn
}
