// How a puzzle without a play.js is touched: targets where its moves are made, and the same moves as buttons.
// The states come from the server as data: all of them if there are few, else each when it is reached.
//
// puzzle = {starts: [[name, state]], states: {state: {shapes, moves: [[text, x, y, state]], solved}}, table?, look?}
// With a table, the shapes of a state are numbers in it.
import { circle } from './shapes.js'

const REACH = 0.5 // how far from its target a tap may be, in units
const here = (puzzle, state) => puzzle.states[state]

export const starts = (puzzle) => puzzle.starts
export const isThere = (puzzle, state) => state === null || here(puzzle, state) !== undefined
export const load = (puzzle, state) => isThere(puzzle, state) ? null : puzzle.look(state)
export const moves = (puzzle, state) => (here(puzzle, state)?.moves ?? []).map(([text]) => text)
// A state that is not there yet has the name of the way to it, as Playable.path writes it.
export const apply = (puzzle, state, move) => isThere(puzzle, state) ? (here(puzzle, state).moves.find(([text]) => text === move) ?? [])[3] : `${state}\n${move}`
export const isSolved = (puzzle, state) => here(puzzle, state)?.solved ?? false
export const shapes = (puzzle, state, hand) => {
  if (state === null) return puzzle.shapes
  const { moves, solved } = here(puzzle, state)
  const shapes = puzzle.table ? here(puzzle, state).shapes.map((at) => puzzle.table[at]) : here(puzzle, state).shapes
  const targets = solved ? [] : moves.filter(([, x]) => x !== null)
  return [...shapes, ...targets.flatMap(([text, x, y]) => [circle([x, y], 0.16, 'paper', 'accent-1', 0.05), ...(text === hand ? [circle([x, y], 0.24, null, 'ink', 0.05)] : [])])]
}

export function moveFor(puzzle, state, gesture, hand) {
  if (state === null || !isThere(puzzle, state)) return null
  const all = here(puzzle, state).moves
  const texts = all.map(([text]) => text)
  if (gesture.type === 'key') {
    const at = texts.indexOf(hand)
    if (gesture.key === 'ArrowRight' || gesture.key === 'ArrowDown') return texts.length ? { hand: texts[(at + 1) % texts.length] } : null
    if (gesture.key === 'ArrowLeft' || gesture.key === 'ArrowUp') return texts.length ? { hand: texts[(at + texts.length - (at >= 0 ? 1 : 0)) % texts.length] } : null
    return gesture.key === 'Enter' && at >= 0 ? { move: hand, hand: null } : null
  }
  if (gesture.type !== 'tap') return null
  const far = ([, x, y]) => (x === null ? Infinity : Math.hypot(x - gesture.x, y - gesture.y))
  const near = all.filter((each) => far(each) <= REACH).sort((a, b) => far(a) - far(b))
  // Several moves may be made at one place: a tap chooses among them in turn, and Enter or the list makes one.
  const ties = near.filter((each) => far(each) === far(near[0])).map(([text]) => text)
  if (ties.length > 1) return { hand: ties[(ties.indexOf(hand) + 1) % ties.length] }
  return ties[0] ?? null
}

export const keys = (puzzle, state, hand) => hand === null || state === null ? [] : [{ key: 'Enter', label: hand }]
export const tell = (puzzle, state, hand) => [hand ?? '']
export const listed = (puzzle, state) => moves(puzzle, state)
