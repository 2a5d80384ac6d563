// How a logic maze is touched: drag along the edges, tap the next edge, or use the arrow keys.
import { ARROWS, line, rectangle } from '../../board/shapes.js'
import { along } from '../../board/paths.js'

const MARGIN = 0.5, DOTTED = 0.05, SOLID = 0.12, SOLVED = 0.16, CROSS = 0.06, RIM = 0.03, ARM = 0.14, SQUARE = 0.17
/** @type {[string, number, number][]} */
const STEPS = [['up', 0, 1], ['right', 1, 0], ['down', 0, -1], ['left', -1, 0]]

const edge = ([ax, ay], [bx, by]) => `${Math.min(ax, bx)}${Math.min(ay, by)}${ax === bx ? 'v' : 'h'}`
/** @type {(edge: any[]) => string} */
const named = ([x, y, way]) => `${x}${y}${way}`
/** @type {(puzzle: any) => (corner: number[]) => [number, number]} */
const at = (puzzle) => ([x, y]) => [MARGIN + x, MARGIN + puzzle.size - 1 - y]
/** @type {(one: number[], x: number, y: number) => boolean} */
const isAt = (one, x, y) => one[0] === x && one[1] === y

/** @returns {[string, [number, number]][]} */
function options(puzzle, path) {
  const [x, y] = path.at(-1), last = puzzle.size - 1
  if (x === last && y === last) return []
  const breaks = puzzle.breaks.map(named)
  /** @type {[string, [number, number]][]} */
  const steps = STEPS.map(([move, dx, dy]) => [move, [x + dx, y + dy]])
  return steps.filter(([, there]) =>
    there.every((side) => side >= 0 && side <= last) && !breaks.includes(edge([x, y], there)) && !path.some((each) => isAt(each, ...there)))
}

export const starts = () => [['1', [[0, 0]]]]
export const moves = (puzzle, path) => options(puzzle, path).map(([move]) => move)
export const apply = (puzzle, path, move) => {
  const [, dx, dy] = STEPS.find(([name]) => name === move), [x, y] = path.at(-1)
  return [...path, [x + dx, y + dy]]
}
export function isSolved(puzzle, path) {
  const last = puzzle.size - 1
  const covered = new Set([...path.map(([x, y]) => `${x}${y}`), ...path.slice(1).map((there, n) => edge(path[n], there))])
  return isAt(path.at(-1), last, last) && puzzle.checkpoints.every((each) => covered.has(named(each)))
}
/** The path is at the other corner, whether it has every cross or not. */
export const isFinished = (puzzle, path) => isAt(path.at(-1), puzzle.size - 1, puzzle.size - 1)
export const moveFor = (puzzle, path, gesture) => along({ path, options: options(puzzle, path), at: at(puzzle) }, gesture)
export const keys = () => [...ARROWS, { key: 'Backspace', label: 'back' }]
export const tell = (puzzle, path) => [path.at(-1).join(', '), moves(puzzle, path).join(', ')]

export const shapes = (puzzle, path) => marked(puzzle, path.slice(1).map((there, n) => edge(path[n], there)), isSolved(puzzle, path))

/** The maze with some lines marked. @param {any} puzzle @param {string[]} lines @param {boolean} solved */
export function marked(puzzle, lines, solved) {
  const { size } = puzzle, spot = at(puzzle), breaks = puzzle.breaks.map(named), walked = new Set(lines)
  const edges = ['h', 'v'].flatMap((way) => Array.from({ length: size * size }, (_, n) => [Math.floor(n / size), n % size, way]))
    .filter(([x, y, way]) => (way === 'h' ? x : y) < size - 1)
  /** @type {(edge: any[]) => [number, number][]} */
  const ends = ([x, y, way]) => [spot([x, y]), way ? spot(way === 'h' ? [x + 1, y] : [x, y + 1]) : spot([x, y])]
  const role = solved ? 'solved' : 'path', width = solved ? SOLVED : SOLID
  const drawn = edges.filter((each) => !walked.has(named(each)) && !breaks.includes(named(each))).map((each) => line(ends(each), 'ink', DOTTED, true))
  for (const corner of [[0, 0], [size - 1, size - 1]]) {
    const [x, y] = spot(corner)
    drawn.push(rectangle(x - SQUARE, y - SQUARE, 2 * SQUARE, 2 * SQUARE, 'end', 'ink', RIM))
  }
  drawn.push(...edges.filter((each) => walked.has(named(each))).map((each) => line(ends(each), role, width)))
  for (const each of puzzle.checkpoints) {
    const [[ax, ay], [bx, by]] = ends(each), x = (ax + bx) / 2, y = (ay + by) / 2
    for (const { stroke, wide } of [{ stroke: 'paper', wide: CROSS + 2 * RIM }, { stroke: 'ink', wide: CROSS }])
      drawn.push(line([[x - ARM, y - ARM], [x + ARM, y + ARM]], stroke, wide), line([[x - ARM, y + ARM], [x + ARM, y - ARM]], stroke, wide))
  }
  return drawn
}
