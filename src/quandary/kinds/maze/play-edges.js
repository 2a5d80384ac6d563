// A logic maze as in the report: click any line to mark it, click it again to take the mark away, in any order.
import { isFinished as isAtEnd, isSolved as isPathSolved, marked as withMarks } from './play.js'
import { ARROWS, line, wayOf } from '../../board/shapes.js'

const MARGIN = 0.5, REACH = 0.45, CURSOR = 0.28
const AHEAD = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }

const ends = (name) => {
  const x = Number(name[0]), y = Number(name[1])
  return [[x, y], name[2] === 'h' ? [x + 1, y] : [x, y + 1]]
}
/** @type {(puzzle: any, vertex: number[]) => number[]} */
const corner = (puzzle, [x, y]) => [MARGIN + x, MARGIN + puzzle.size - 1 - y]
const middle = (puzzle, name) => {
  const [[ax, ay], [bx, by]] = ends(name).map((each) => corner(puzzle, each))
  return [(ax + bx) / 2, (ay + by) / 2]
}
const text = (vertex) => vertex.join('')

/** Every line that can be marked. */
function edges(puzzle) {
  const breaks = new Set(puzzle.breaks.map(([x, y, way]) => `${x}${y}${way}`)), { size } = puzzle
  return ['h', 'v'].flatMap((way) => Array.from({ length: size * size }, (_, n) => [Math.floor(n / size), n % size, way]))
    .filter(([x, y, way]) => (way === 'h' ? x : y) < size - 1).map(([x, y, way]) => `${x}${y}${way}`).filter((name) => !breaks.has(name))
}

/** The path from the start that has all marks, or null if they branch, close a loop or fall apart. */
function path(marked) {
  const near = new Map()
  for (const name of marked) {
    const [one, other] = ends(name)
    for (const [here, there] of [[one, other], [other, one]]) near.set(text(here), [...(near.get(text(here)) ?? []), there])
  }
  const found = [[0, 0]], seen = new Set(['00'])
  for (;;) {
    const onward = (near.get(text(found.at(-1))) ?? []).filter((there) => found.length < 2 || text(there) !== text(found.at(-2)))
    if (!onward.length) return found.length === marked.length + 1 ? found : null
    if (onward.length > 1 || seen.has(text(onward[0]))) return null
    seen.add(text(onward[0]))
    found.push(onward[0])
  }
}

export const starts = () => [['1', []]]
export const moves = (puzzle, marked) => edges(puzzle).filter((name) => !marked.includes(name))
export const apply = (puzzle, marked, move) => [...marked, move]
export function isSolved(puzzle, marked) {
  const found = path(marked)
  return found !== null && isPathSolved(puzzle, found)
}

/** The marks are one path from corner to corner. */
export const isFinished = (puzzle, marked) => isAtEnd(puzzle, path(marked) ?? [[0, 0]])

/** The cursor is for the keyboard: a click puts it away. */
const toggled = (marked, name, hand) => (marked.includes(name) ? { erase: [name], hand } : { move: name, hand })
/** The line nearest to a point, or to the cursor in a direction. */
const nearest = (names, far) => names.map((name) => ({ name, far: far(name) })).sort((one, other) => one.far - other.far)[0]

export function moveFor(puzzle, marked, gesture, hand) {
  const names = edges(puzzle)
  if (gesture.type === 'tap') {
    const found = nearest(names, (name) => Math.hypot(middle(puzzle, name)[0] - gesture.x, middle(puzzle, name)[1] - gesture.y))
    return found && found.far < REACH ? toggled(marked, found.name, null) : null
  }
  if (gesture.type !== 'key') return null
  if (gesture.key === ' ' || gesture.key === 'Enter') return hand ? toggled(marked, hand, hand) : null
  const way = wayOf(gesture)
  if (!way) return null
  const here = hand ?? names[0], [x, y] = middle(puzzle, here), [dx, dy] = AHEAD[way]
  const found = nearest(names, (name) => {
    const [ax, ay] = middle(puzzle, name), forward = (ax - x) * dx + (ay - y) * dy, aside = Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx)
    return forward < 0.1 ? Infinity : forward + 2 * aside
  })
  return { hand: hand && found && found.far < Infinity ? found.name : here }
}

export const keys = (puzzle, marked, hand) => [...ARROWS, { key: ' ', label: hand && marked.includes(hand) ? 'erase' : 'mark', disabled: !hand }]
export const tell = (puzzle, marked, hand) => [hand ? `${hand}${marked.includes(hand) ? ' marked' : ''}` : '', `${marked.length} lines`]
export function shapes(puzzle, marked, hand) {
  const drawn = withMarks(puzzle, marked, isSolved(puzzle, marked))
  if (!hand) return drawn
  const [x, y] = middle(puzzle, hand)
  return [...drawn, line([[x - CURSOR, y - CURSOR], [x + CURSOR, y - CURSOR], [x + CURSOR, y + CURSOR], [x - CURSOR, y + CURSOR], [x - CURSOR, y - CURSOR]], 'soft', 0.04)]
}
