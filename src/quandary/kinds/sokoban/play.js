// How Sokoban is touched: arrows and swipes step, a tap walks there or pushes the box beside the man.
import { ARROWS, STEPS, circle, line, plus, rectangle, same, wayOf } from '../../board/shapes.js'

const SEAM = 0.03
const key = (cell) => cell.join()
const next = (cell, way) => plus(cell, STEPS[way])
const has = (cells, cell) => cells.some((each) => same(each, cell))
const floors = new WeakMap()

/** The cells that the man could reach without boxes, by name and as a list sorted as Python sorts them. */
function floor(puzzle) {
  if (!floors.has(puzzle)) {
    const walls = new Set(puzzle.walls.map(key)), seen = new Map([[key(puzzle.man), puzzle.man]])
    for (const cell of seen.values())
      for (const way in STEPS) { const there = next(cell, way); if (!walls.has(key(there)) && !seen.has(key(there))) seen.set(key(there), there) }
    floors.set(puzzle, { names: new Set(seen.keys()), cells: sorted([...seen.values()]) })
  }
  return floors.get(puzzle)
}
const sorted = (cells) => [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1])
const isFree = (puzzle, state, cell) => floor(puzzle).names.has(key(cell)) && !has(state.boxes, cell)

function letter(puzzle, state, way) {
  const there = next(state.man, way)
  if (isFree(puzzle, state, there)) return way[0]
  return has(state.boxes, there) && isFree(puzzle, state, next(there, way)) ? way[0].toUpperCase() : null
}

export const starts = (puzzle) => [['1', { boxes: puzzle.boxes, man: puzzle.man }]]
export const moves = (puzzle, state) => Object.keys(STEPS).map((way) => letter(puzzle, state, way)).filter(Boolean)
export function apply(puzzle, state, move) {
  const way = Object.keys(STEPS).find((each) => each[0] === move.toLowerCase()), there = next(state.man, way)
  if (move === move.toLowerCase()) return { ...state, man: there }
  return { boxes: sorted(state.boxes.map((box) => (same(box, there) ? next(there, way) : box))), man: there }
}
export const isSolved = (puzzle, state) => puzzle.targets.length === state.boxes.length && puzzle.targets.every((each) => has(state.boxes, each))
export const keys = () => ARROWS
export const tell = (puzzle, state) => [`r${state.man[1] + 1}c${state.man[0] + 1}`, `${state.boxes.filter((box) => has(puzzle.targets, box)).length} / ${puzzle.targets.length}`]

export function moveFor(puzzle, state, gesture) {
  const way = wayOf(gesture)
  if (way) return letter(puzzle, state, way)
  if (gesture.type !== 'tap') return null
  const goal = [Math.floor(gesture.x), Math.floor(gesture.y)]
  const beside = Object.keys(STEPS).find((each) => same(next(state.man, each), goal))
  if (beside) return letter(puzzle, state, beside)
  const found = walk(puzzle, state, goal)
  return found?.length ? { moves: found } : null
}

/** The shortest walk to a cell, around the boxes, or null. */
function walk(puzzle, state, goal) {
  const ways = new Map([[key(state.man), []]]), todo = [state.man]
  for (const cell of todo) {
    if (same(cell, goal)) return ways.get(key(cell))
    for (const way in STEPS) {
      const there = next(cell, way)
      if (!ways.has(key(there)) && isFree(puzzle, state, there)) { ways.set(key(there), [...ways.get(key(cell)), way[0]]); todo.push(there) }
    }
  }
  return null
}

function tiles(cells, fill) {
  const names = new Set(cells.map(key))
  return cells.map(([x, y]) => {
    const right = names.has(key([x + 1, y])), below = names.has(key([x, y + 1])) && (!right || names.has(key([x + 1, y + 1])))
    return rectangle(x, y, 1 + SEAM * Number(right), 1 + SEAM * Number(below), fill)
  })
}

export function shapes(puzzle, state) {
  const drawn = [...tiles(puzzle.walls, 'brick'), ...puzzle.walls.map(([x, y]) => line([[x + 0.1, y + 0.5], [x + 0.9, y + 0.5]], 'joint', 0.04)), ...tiles(floor(puzzle).cells, 'floor')]
  for (const [x, y] of puzzle.targets) drawn.push(circle([x + 0.5, y + 0.5], 0.4, null, 'target', 0.06), circle([x + 0.5, y + 0.5], 0.12, 'target'))
  for (const [x, y] of state.boxes) {
    const isHome = has(puzzle.targets, [x, y])
    drawn.push(rectangle(x + 0.1, y + 0.1, 0.8, 0.8, isHome ? 'item-done' : 'item', 'item-edge', 0.06))
    if (isHome) drawn.push(circle([x + 0.5, y + 0.5], 0.26, null, 'item-edge', 0.06), circle([x + 0.5, y + 0.5], 0.1, 'item-edge'))
    else drawn.push(line([[x + 0.2, y + 0.2], [x + 0.8, y + 0.8]], 'item-edge', 0.05), line([[x + 0.2, y + 0.8], [x + 0.8, y + 0.2]], 'item-edge', 0.05))
  }
  const [x, y] = state.man
  return [...drawn, circle([x + 0.5, y + 0.55], 0.32, 'player'), circle([x + 0.5, y + 0.45], 0.18, 'on-player')]
}
