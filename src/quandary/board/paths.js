// How a path is drawn along edges: arrows, drags, and taps on the next edge or on an earlier part of the path.
import { same, wayOf } from './shapes.js'

const REACH = 0.4 // how far from an edge or a vertex a finger may be, in units

/**
 * Return what a gesture does to a path.
 * @param {{path: [number, number][], options: [string, [number, number]][], at: (vertex: any) => [number, number]}} board
 */
export function along({ path, options, at }, gesture) {
  const way = wayOf(gesture)
  if (way) {
    if (options.some(([move]) => move === way)) return way
    return path.length > 1 && same(at(path.at(-2)), beyond(at(path.at(-1)), way)) ? { back: 1 } : null
  }
  if (gesture.type === 'key') return gesture.key === 'Backspace' && path.length > 1 ? { back: 1 } : null
  const point = gesture.type === 'drag' ? gesture.to : [gesture.x, gesture.y]
  const far = (spot) => Math.hypot(spot[0] - point[0], spot[1] - point[1])
  const head = at(path.at(-1))
  /** @type {[string, number][]} */
  const reached = options.map(([move, there]) => [move, Math.min(far(at(there)), gesture.type === 'tap' ? far(between(head, at(there))) : Infinity)])
  const next = reached.sort((a, b) => a[1] - b[1])[0]
  if (next && next[1] < REACH) return next[0]
  for (let back = 1; back < path.length; back++) {
    const spot = at(path.at(-1 - back))
    if (far(spot) < REACH) return { back }
    if (gesture.type === 'tap' && far(between(spot, at(path.at(-back)))) < REACH) return { back }
  }
  return null
}

const between = ([a, b], [c, d]) => [(a + c) / 2, (b + d) / 2]
const beyond = ([x, y], way) => ({ up: [x, y - 1], right: [x + 1, y], down: [x, y + 1], left: [x - 1, y] })[way]
