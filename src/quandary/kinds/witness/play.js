// How a Witness panel is touched: choose an entrance, then drag along the lines, tap the next one, or use the arrows.
import { ARROWS, circle, hash, line } from '../../board/shapes.js'
import { along } from '../../board/paths.js'

const PATH = 0.13, CORE = 0.07, START = 0.19
const wrapped = ({ round }, x) => round ? ((x % round) + round) % round : x
const junction = (puzzle, [x, y]) => puzzle.junctions[`${wrapped(puzzle, x)},${y}`]
const flat = (puzzle, [x, y]) => `${wrapped(puzzle, x)},${y}`

/** The way right or left that leads from one place to a junction. On a pillar it may pass the cut. */
function ahead(puzzle, [x], move, [to]) {
  const over = move === 'right' ? to - wrapped(puzzle, x) : wrapped(puzzle, x) - to
  return move === 'right' ? wrapped(puzzle, over) : move === 'left' ? -wrapped(puzzle, over) : 0
}
/** The junction that a move leads to. Round a pillar, x grows or shrinks from turn to turn, as in Python. */
const onward = (puzzle, here, move, there) => [here[0] + ahead(puzzle, here, move, there), there[1]]

function second(puzzle, path) {
  const first = junction(puzzle, path[0]).mirror
  return first ? path.map((each) => [first[0] + puzzle.turn * (each[0] - path[0][0]), junction(puzzle, each).mirror[1]]) : []
}

/** @returns {any[]} the moves, each with the junction that it leads to */
function options(puzzle, path) {
  const taken = new Set([...path, ...second(puzzle, path)].map((each) => flat(puzzle, each))), here = path.at(-1)
  return Object.entries(junction(puzzle, here).ways).filter(([, there]) => !taken.has(String(there)))
    .map(([move, there]) => [move, onward(puzzle, here, move, there)])
}

export const starts = (puzzle) => puzzle.starts.map(([name, place]) => [name, [place]])
export const moves = (puzzle, path) => options(puzzle, path).map(([move]) => move)
export const apply = (puzzle, path, move) => [...path, onward(puzzle, path.at(-1), move, junction(puzzle, path.at(-1)).ways[move])]
/** The elements are judged by the server, or by the hashes of all solutions where there are few. */
export const isSolved = (puzzle, path) => !junction(puzzle, path.at(-1)).nub ? false
  : puzzle.solved ? puzzle.solved.includes(hash(path.map(String).join(' '))) : null
export const isFinished = (puzzle, path) => Boolean(junction(puzzle, path.at(-1)).nub)
export const keys = () => [...ARROWS, { key: 'Backspace', label: 'back' }]
export const tell = (puzzle, path) => (path ? [flat(puzzle, path.at(-1)).replace(',', ', '), moves(puzzle, path).join(', ')] : [])

export function moveFor(puzzle, path, gesture) {
  if (path) {
    const answer = reach(puzzle, path, gesture)
    if (answer || path.length > 1) return answer
  }
  // Without a line, or with one of no length, a tap on an entrance begins there.
  const point = gesture.type === 'drag' ? gesture.from : gesture.type === 'tap' ? [gesture.x, gesture.y] : null
  if (gesture.type === 'key' && /^[1-9]$/.test(gesture.key)) { const chosen = puzzle.starts[gesture.key - 1]; return chosen ? { start: chosen[0] } : null }
  if (!point) return null
  const here = puzzle.starts.find(([, place]) => { const [x, y] = junction(puzzle, place).at; return Math.hypot(x - point[0], y - point[1]) < 0.4 })
  return here && String(here[1]) !== String(path?.[0]) ? { start: here[0] } : null
}

/** What a gesture does to a path. On a pillar a touch also means the same place one turn on, as seen from the head. */
function reach(puzzle, path, gesture) {
  const [head] = path.at(-1), shift = wrapped(puzzle, head) - head
  /** @type {(place: any) => [number, number]} */
  const at = (place) => { const [x, y] = junction(puzzle, place).at; return [x + place[0] + shift - wrapped(puzzle, place[0]), y] }
  const board = { path, options: options(puzzle, path), at }
  for (const by of puzzle.round ? [0, puzzle.round, -puzzle.round] : [0]) {
    const answer = along(board, gesture.type === 'tap' ? { ...gesture, x: gesture.x + by } : gesture.type === 'drag' ? { ...gesture, to: [gesture.to[0] + by, gesture.to[1]] } : gesture)
    if (answer) return answer
  }
  return null
}

/** The pieces of a path: one, but on a pillar one more each time that it passes the cut, along the edge on the right. */
function pieces(puzzle, path) {
  const spots = path.map((place) => junction(puzzle, place).at), made = [[spots[0]]]
  for (let n = 1; n < path.length; n++) {
    const [[x, y], [tx, ty]] = [spots[n - 1], spots[n]], over = path[n][0] - path[n - 1][0]
    if (Math.abs(tx - x - over) > 0.1) {
      if (over > 0) made.at(-1).push([x + over, y])
      made.push(over > 0 ? [] : [[tx - over, ty]])
    }
    made.at(-1).push(spots[n])
  }
  return made
}

function drawPath(puzzle, path, stroke, width, solved) {
  const drawn = pieces(puzzle, path), disc = circle(drawn[0][0], START - (PATH - width) / 2, stroke)
  if (solved) drawn.at(-1).push(junction(puzzle, path.at(-1)).nub)
  return [disc, ...drawn.filter((points) => points.length > 1).map((points) => line(points, stroke, width))]
}

export function shapes(puzzle, path) {
  if (!path) return [...puzzle.below, ...puzzle.above]
  const solved = isSolved(puzzle, path) === true, other = second(puzzle, path)
  // Both lines look alike, unless hexagons are for one of them. Then their cores differ.
  const lines = other.length ? [[other, 'on-second', 'second'], [path, 'first', 'on-first']] : [[path, 'first', 'on-first']]
  const drawn = lines.flatMap(([each, stroke, core]) => !puzzle.coloured ? drawPath(puzzle, each, 'trace', PATH, solved)
    : [...drawPath(puzzle, each, stroke, PATH, solved), ...drawPath(puzzle, each, core, CORE, solved)])
  return [...puzzle.below, ...drawn, ...puzzle.above]
}
