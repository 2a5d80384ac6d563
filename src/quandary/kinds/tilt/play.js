// How a tilt maze is touched: arrows, swipes, or a tap on the side to which the ball should roll.
import { ARROWS, STEPS, circle, line, polygon, rectangle, wayOf, wayTo } from '../../board/shapes.js'

const MARGIN = 0.3
const spot = (x, y) => [MARGIN + x / 2, MARGIN + y / 2]
const middle = ([x, y]) => spot(2 * x + 1, 2 * y + 1)
const isWall = (puzzle, x, y) => puzzle.walls.some((wall) => wall[0] === x && wall[1] === y)

function roll(puzzle, state, move) {
  const [dx, dy] = STEPS[move]
  let [x, y] = state.ball, collected = state.collected
  for (;;) {
    const [nx, ny] = [x + dx, y + dy]
    if (nx < 0 || ny < 0 || nx >= puzzle.width || ny >= puzzle.height || isWall(puzzle, 2 * x + 1 + dx, 2 * y + 1 + dy)) break
    ;[x, y] = [nx, ny]
    collected = collected.map((done, n) => done || (puzzle.checkpoints[n][0] === x && puzzle.checkpoints[n][1] === y))
  }
  return { ball: [x, y], collected }
}

export const starts = (puzzle) => [['1', { ball: puzzle.ball, collected: puzzle.checkpoints.map(() => false) }]]
export const moves = (puzzle, state) => Object.keys(STEPS).filter((move) => roll(puzzle, state, move).ball.join() !== state.ball.join())
export const apply = roll
export const isSolved = (puzzle, state) => state.collected.every(Boolean)
export const keys = () => ARROWS
export const tell = (puzzle, state) => [`r${state.ball[1] + 1}c${state.ball[0] + 1}`, `${state.collected.filter(Boolean).length} / ${state.collected.length}`]

export function moveFor(puzzle, state, gesture) {
  let way = wayOf(gesture)
  if (gesture.type === 'tap') way = wayTo(middle(state.ball), [gesture.x, gesture.y], 0.4)
  return way && moves(puzzle, state).includes(way) ? way : null
}

export function shapes(puzzle, state) {
  const { width, height } = puzzle, [right, bottom] = [MARGIN + width, MARGIN + height]
  const drawn = [rectangle(MARGIN, MARGIN, width, height, 'floor')]
  for (let x = 1; x < width; x++) drawn.push(line([spot(2 * x, 0), spot(2 * x, 2 * height)], 'faint', 0.03))
  for (let y = 1; y < height; y++) drawn.push(line([spot(0, 2 * y), spot(2 * width, 2 * y)], 'faint', 0.03))
  puzzle.checkpoints.forEach((cell, n) => {
    const [x, y] = middle(cell)
    drawn.push(polygon([[x, y - 0.26], [x + 0.26, y], [x, y + 0.26], [x - 0.26, y]], state.collected[n] ? null : 'item', 'item-edge', 0.05))
  })
  drawn.push(line([[MARGIN, MARGIN], [right, MARGIN], [right, bottom], [MARGIN, bottom], [MARGIN, MARGIN]], 'wall', 0.12))
  for (const [x, y] of puzzle.walls)
    drawn.push(line(x % 2 === 0 ? [spot(x, y - 1), spot(x, y + 1)] : [spot(x - 1, y), spot(x + 1, y)], 'wall', 0.12))
  const [x, y] = middle(state.ball)
  return [...drawn, circle([x, y], 0.32, 'player'), circle([x - 0.1, y - 0.1], 0.09, 'on-player')]
}
