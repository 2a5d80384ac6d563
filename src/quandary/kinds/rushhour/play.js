// How Rush Hour is touched: drag a car, or choose one and press an arrow, swipe, or tap where it should go.
import { ARROWS, label, line, rectangle, same, wayOf } from '../../board/shapes.js'

const MARGIN = 0.3, INSET = 0.13
const ALONG = { true: ['up', 'down'], false: ['left', 'right'] }
/** @type {(car: any[]) => any} */
const named = ([letter, lane, at, length, upright]) => ({ letter, lane, at, length, upright })
const carsOf = (puzzle) => puzzle.cars.map(named)
const cellsOf = (car, at) => Array.from({ length: car.length }, (_, i) => car.upright ? [car.lane, at + i] : [at + i, car.lane])
const laneOf = (puzzle, car) => car.upright ? puzzle.height : puzzle.width

/** What stands in each cell: the number of a car, or -1 for a wall. */
function taken(puzzle, state) {
  const found = new Map(puzzle.walls.map((cell) => [String(cell), -1]))
  carsOf(puzzle).forEach((car, number) => cellsOf(car, state[number]).forEach((cell) => found.set(String(cell), number)))
  return found
}

/** The first and the last place that a car can slide to. */
function reach(puzzle, state, number) {
  const car = carsOf(puzzle)[number], full = taken(puzzle, state)
  const isFree = (at) => at >= 0 && at + car.length <= laneOf(puzzle, car) && cellsOf(car, at).every((cell) => [undefined, number].includes(full.get(String(cell))))
  let back = state[number], forth = state[number]
  while (isFree(back - 1)) back--
  while (isFree(forth + 1)) forth++
  return [back, forth]
}
const text = (puzzle, number, by) => `${puzzle.cars[number][0]}${by > 0 ? '+' : ''}${by}`

export const starts = (puzzle) => [['1', puzzle.cars.map((car) => named(car).at)]]
export const moves = (puzzle, state) => puzzle.cars.flatMap((_, number) => {
  const [back, forth] = reach(puzzle, state, number)
  return Array.from({ length: forth - back + 1 }, (_, i) => back + i - state[number]).filter(Boolean).map((by) => text(puzzle, number, by))
})
export function apply(puzzle, state, move) {
  const number = puzzle.cars.findIndex(([letter]) => letter === move[0])
  return state.map((at, each) => each === number ? at + Number(move.slice(1)) : at)
}
export const isSolved = (puzzle, state) => state[0] === puzzle.width - named(puzzle.cars[0]).length
export const keys = () => ARROWS
export const tell = (puzzle, state, hand) => hand?.car === undefined ? [] : [puzzle.cars[hand.car][0]]

const carAt = (puzzle, state, x, y) => taken(puzzle, state).get(String([Math.floor(x - MARGIN), Math.floor(y - MARGIN)]))

/** The slide that brings a car as near to a place of its lane as it can go. Sliding the same car on is one move with the last. */
function towards(puzzle, state, number, at, hand, more = {}) {
  const [back, forth] = reach(puzzle, state, number), there = Math.max(back, Math.min(forth, at))
  if (there === state[number]) return null
  const goesOn = hand?.car === number && String(hand.left) === String(state), base = goesOn ? hand.base : state[number]
  const left = state.map((each, car) => car === number ? there : each), moves = there === base ? [] : [text(puzzle, number, there - base)]
  return { back: goesOn ? 1 : 0, moves, hand: { car: number, ...(moves.length ? { base, left } : {}), ...more } }
}

export function moveFor(puzzle, state, gesture, hand) {
  if (gesture.type === 'drag') return dragged(puzzle, state, gesture, hand)
  if (gesture.type === 'tap') return tapped(puzzle, state, gesture, hand)
  if (gesture.type === 'key' && /^[a-z]$/i.test(gesture.key)) return chosen(puzzle, gesture.key.toUpperCase())
  if (gesture.type === 'key' && gesture.key === 'Escape') return hand ? { hand: null } : null
  const way = wayOf(gesture), number = hand?.car ?? 0
  const by = way ? ALONG[carsOf(puzzle)[number].upright].indexOf(way) : -1
  return by < 0 ? null : towards(puzzle, state, number, state[number] + 2 * by - 1, hand)
}

function chosen(puzzle, letter) {
  const number = puzzle.cars.findIndex(([each]) => each === letter)
  return number < 0 ? null : { hand: { car: number } }
}

function dragged(puzzle, state, { from, to }, hand) {
  const again = hand?.last && same(hand.last, from), number = again ? hand.car : carAt(puzzle, state, ...from)
  if (number === undefined || number < 0) return null
  const axis = carsOf(puzzle)[number].upright ? 1 : 0
  const { grip, gripped } = again ? hand : { grip: from, gripped: state[number] }
  return towards(puzzle, state, number, gripped + Math.round(to[axis] - grip[axis]), hand, { last: to, grip, gripped })
}

function tapped(puzzle, state, { x, y }, hand) {
  const number = carAt(puzzle, state, x, y)
  if (number !== undefined && number >= 0) return { hand: { car: number } }
  if (number === -1 || hand?.car === undefined) return null
  const car = carsOf(puzzle)[hand.car], [along, across] = car.upright ? [y, x] : [x, y]
  const place = Math.floor(along - MARGIN)
  if (Math.floor(across - MARGIN) !== car.lane) return null
  return towards(puzzle, state, hand.car, place < state[hand.car] ? place : place - car.length + 1, hand)
}

export function shapes(puzzle, state, hand) {
  const { width, height } = puzzle, [right, bottom] = [MARGIN + width, MARGIN + height]
  const drawn = [rectangle(MARGIN, MARGIN, width, height, 'floor')]
  for (let x = 1; x < width; x++) drawn.push(line([[MARGIN + x, MARGIN], [MARGIN + x, bottom]], 'faint', 0.03))
  for (let y = 1; y < height; y++) drawn.push(line([[MARGIN, MARGIN + y], [right, MARGIN + y]], 'faint', 0.03))
  for (const [x, y] of puzzle.walls) drawn.push(rectangle(MARGIN + x, MARGIN + y, 1, 1, 'brick'))
  const row = MARGIN + named(puzzle.cars[0]).lane
  drawn.push(line([[right, row], [right, MARGIN], [MARGIN, MARGIN], [MARGIN, bottom], [right, bottom], [right, row + 1]], 'wall', 0.12))
  carsOf(puzzle).forEach((car, number) => {
    const cells = cellsOf(car, state[number]), [x, y] = cells[0], long = car.length - 2 * INSET, fill = number ? 'item' : 'player'
    const [across, down] = car.upright ? [1 - 2 * INSET, long] : [long, 1 - 2 * INSET]
    drawn.push(rectangle(MARGIN + x + INSET, MARGIN + y + INSET, across, down, fill, 'item-edge', 0.05))
    const [lastX, lastY] = cells[cells.length - 1]
    drawn.push(label([MARGIN + 0.5 + (x + lastX) / 2, MARGIN + 0.5 + (y + lastY) / 2], car.letter, 0.45, `on-${fill}`, true))
    if (hand?.car === number) drawn.push(rectangle(MARGIN + x + 0.02, MARGIN + y + 0.02, across + 2 * INSET - 0.04, down + 2 * INSET - 0.04, null, 'trace', 0.06))
  })
  return drawn
}
