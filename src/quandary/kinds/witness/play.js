// How a Witness panel is touched: choose an entrance, then drag along the lines, tap the next one, or use the arrows.
import { ARROWS, circle, hash, line } from '../../board/shapes.js'
import { along } from '../../board/paths.js'

const PATH = 0.13, CORE = 0.07, START = 0.19
const junction = (puzzle, place) => puzzle.junctions[place.join()]
const second = (puzzle, path) => path.map((each) => junction(puzzle, each).mirror).filter(Boolean)

function options(puzzle, path) {
  const taken = new Set([...path, ...second(puzzle, path)].map(String))
  return Object.entries(junction(puzzle, path.at(-1)).ways).filter(([, there]) => !taken.has(String(there)))
}

export const starts = (puzzle) => puzzle.starts.map(([name, place]) => [name, [place]])
export const moves = (puzzle, path) => options(puzzle, path).map(([move]) => move)
export const apply = (puzzle, path, move) => [...path, junction(puzzle, path.at(-1)).ways[move]]
/** The elements are judged by the server, or by the hashes of all solutions where there are few. */
export const isSolved = (puzzle, path) => !junction(puzzle, path.at(-1)).nub ? false
  : puzzle.solved ? puzzle.solved.includes(hash(path.map(String).join(' '))) : null
export const keys = () => [...ARROWS, { key: 'Backspace', label: 'back' }]
export const tell = (puzzle, path) => (path ? [path.at(-1).join(', '), moves(puzzle, path).join(', ')] : [])

export function moveFor(puzzle, path, gesture) {
  if (path) {
    const answer = along({ path, options: options(puzzle, path), at: (place) => junction(puzzle, place).at }, gesture)
    if (answer || path.length > 1) return answer
  }
  // Without a line, or with one of no length, a tap on an entrance begins there.
  const point = gesture.type === 'drag' ? gesture.from : gesture.type === 'tap' ? [gesture.x, gesture.y] : null
  if (gesture.type === 'key' && /^[1-9]$/.test(gesture.key)) { const chosen = puzzle.starts[gesture.key - 1]; return chosen ? { start: chosen[0] } : null }
  if (!point) return null
  const here = puzzle.starts.find(([, place]) => { const [x, y] = junction(puzzle, place).at; return Math.hypot(x - point[0], y - point[1]) < 0.4 })
  return here && String(here[1]) !== String(path?.[0]) ? { start: here[0] } : null
}

function drawPath(puzzle, path, stroke, width, solved) {
  const points = path.map((place) => junction(puzzle, place).at)
  const disc = circle(points[0], START - (PATH - width) / 2, stroke)
  if (solved) points.push(junction(puzzle, path.at(-1)).nub)
  return points.length > 1 ? [disc, line(points, stroke, width)] : [disc]
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
