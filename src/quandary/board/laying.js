// How pieces are laid on cells: take a piece, turn and flip it, and lay it down by tap, drag or keys.
import { circle, hash, label, line, polygon, wayOf } from './shapes.js'

const RIM = 0.07, HOLE = 0.1, LETTERED = 0.19, CLEAR = 0.06
const tables = new WeakMap()

/** Every place by its number and by the text of its move. */
function table(puzzle) {
  if (!tables.has(puzzle)) {
    const places = Object.entries(puzzle.pieces).flatMap(([piece, { ways }]) => ways.flat().map((place) => ({ piece, ...place, text: `${piece}@${place.cells.join('-')}` })))
    tables.set(puzzle, { all: places, byNumber: new Map(places.map((place) => [place.number, place])), byText: new Map(places.map((place) => [place.text, place])) })
  }
  return tables.get(puzzle)
}
const laid = (puzzle, made) => made.map((number) => table(puzzle).byNumber.get(number))
const taken = (puzzle, made) => new Set(laid(puzzle, made).flatMap((place) => place.cells))
const left = (puzzle, made, piece) => puzzle.pieces[piece].copies - laid(puzzle, made).filter((place) => place.piece === piece).length
const fits = (covered, place) => place.cells.every((cell) => !covered.has(cell))
/** @type {(one: number[], other: number[]) => number} */
const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d)
const middle = (puzzle, place) => [0, 1].map((axis) => place.cells.reduce((sum, cell) => sum + puzzle.cells[cell].centre[axis], 0) / place.cells.length)

export const starts = (puzzle) => [['1', puzzle.made]]
export function moves(puzzle, made) {
  const covered = taken(puzzle, made), open = new Set(Object.keys(puzzle.pieces).filter((piece) => left(puzzle, made, piece) > 0))
  return table(puzzle).all.filter((place) => open.has(place.piece) && fits(covered, place)).sort((a, b) => a.number - b.number).map((place) => place.text)
}
export const apply = (puzzle, made, move) => [...made, table(puzzle).byText.get(move).number].sort((a, b) => a - b)
export const isSolved = (puzzle, made) => taken(puzzle, made).size < puzzle.cells.length ? false
  : puzzle.free ? true : puzzle.solved ? puzzle.solved.includes(hash(made.join(' '))) : null

const named = (letter, name) => (name && name !== letter ? `${letter} ${name}` : letter)
export const keys = (puzzle, made, hand) => [
  ...Object.entries(puzzle.pieces).filter(([piece]) => left(puzzle, made, piece) > 0).map(([piece, { letter, name }]) => ({ key: letter.toLowerCase(), label: named(letter, name), pressed: hand?.piece === piece })),
  ...(hand?.piece ? [{ key: ' ', label: 'turn' }, { key: '/', label: 'flip' }, { key: 'Enter', label: 'put down' }] : []), { key: 'Backspace', label: 'take off' },
]
export function tell(puzzle, made, hand) {
  if (!hand) return []
  const on = laid(puzzle, made).find((place) => place.cells.includes(hand.cell))
  return [`cell ${hand.cell}`, on ? puzzle.pieces[on.piece].name : 'empty', hand.piece ? puzzle.pieces[hand.piece].name : '', hand.piece && aimed(puzzle, made, hand) ? 'fits' : '']
}
/** The moves to list: the places of the piece in hand that cover the chosen cell. */
export const listed = (puzzle, made, hand) => !hand?.piece ? [] : moves(puzzle, made).filter((text) => { const place = table(puzzle).byText.get(text); return place.piece === hand.piece && place.cells.includes(hand.cell) })

/** The place under the cursor for the piece in hand as it is turned: the nearest that fits. */
function aimed(puzzle, made, hand, point = puzzle.cells[hand.cell].centre) {
  const covered = taken(puzzle, made)
  return puzzle.pieces[hand.piece].ways[hand.way].filter((place) => place.cells.includes(hand.cell) && fits(covered, place))
    .sort((a, b) => far(middle(puzzle, a), point) - far(middle(puzzle, b), point))[0]
}
const cellAt = (puzzle, point) => {
  const [cell, distance] = puzzle.cells.map(({ centre }, n) => [n, far(centre, point)]).sort((a, b) => a[1] - b[1])[0]
  return distance < puzzle.reach ? cell : null
}
const emptyHand = (puzzle) => ({ piece: null, way: 0, cell: puzzle.middle })

function putDown(puzzle, made, hand, point) {
  const place = hand.piece && left(puzzle, made, hand.piece) > 0 ? aimed(puzzle, made, hand, point) : null
  if (!place) return null
  return { move: `${hand.piece}@${place.cells.join('-')}`, hand: { ...hand, piece: left(puzzle, made, hand.piece) > 1 ? hand.piece : null } }
}
function takeOff(puzzle, made, hand) {
  const on = laid(puzzle, made).find((place) => place.cells.includes(hand.cell) && !puzzle.made.includes(place.number))
  if (!on) return null
  const way = puzzle.pieces[on.piece].ways.findIndex((group) => group.some((place) => place.number === on.number))
  return { erase: [on.text], hand: { ...hand, piece: on.piece, way } }
}

export function moveFor(puzzle, made, gesture, held) {
  const hand = held ?? emptyHand(puzzle)
  if (gesture.type === 'tap' || gesture.type === 'drag') {
    const point = gesture.type === 'tap' ? [gesture.x, gesture.y] : gesture.to, cell = cellAt(puzzle, point)
    if (cell === null) return null
    const there = { ...hand, cell }
    if (gesture.type === 'drag') {
      const from = cellAt(puzzle, gesture.from)
      if (from === null || from === cell) return null
      return hand.piece ? { hand: there } : takeOff(puzzle, made, { ...hand, cell: from })
    }
    return putDown(puzzle, made, there, point) ?? takeOff(puzzle, made, there) ?? { hand: there }
  }
  if (gesture.type !== 'key') return null
  const way = wayOf(gesture)
  if (way) {
    const [x, y] = puzzle.cells[hand.cell].centre, [dx, dy] = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }[way]
    const cell = puzzle.cells.map(({ centre }, n) => [n, (centre[0] - x) * dx + (centre[1] - y) * dy, Math.abs((centre[0] - x) * dy + (centre[1] - y) * dx)])
      .filter(([n, ahead]) => n !== hand.cell && ahead > 0.2).sort((a, b) => a[1] + 2 * a[2] - b[1] - 2 * b[2])[0]
    return cell ? { hand: { ...hand, cell: cell[0] } } : null
  }
  const count = hand.piece ? puzzle.pieces[hand.piece].ways.length : 0
  switch (gesture.key) {
    case ' ': return count ? { hand: { ...hand, way: (hand.way + 1) % count } } : null
    case '/': return count ? { hand: { ...hand, way: (hand.way + Math.max(1, Math.floor(count / 2))) % count } } : null
    case 'Enter': return putDown(puzzle, made, hand) ?? takeOff(puzzle, made, hand)
    case 'Backspace': return takeOff(puzzle, made, hand)
    case 'Escape': return held ? { hand: null } : null
  }
  const piece = Object.keys(puzzle.pieces).find((name) => puzzle.pieces[name].letter === gesture.key.toUpperCase())
  return piece && left(puzzle, made, piece) > 0 ? { hand: { ...hand, piece, way: hand.piece === piece ? hand.way : 0 } } : null
}

/** A cell of a piece. Its strokes are given in a frame: where its middle is, and how far 1 is across and down. */
function hatched({ corners, frame: [x, y, across, down] }, { colour, strokes }, isPlain) {
  const fill = `pale-${colour}`, marks = isPlain ? [] : strokes
  return [polygon(corners, fill, fill, 0.02), ...marks.map((stroke) => line(stroke.map(([a, b]) => [x + a * across, y + b * down]), 'hatch', across * 0.07))]
}
const outline = (puzzle, place, stroke = 'ink', dashed = false) => place.cells.flatMap((cell) => puzzle.cells[cell].near.filter(([near]) => !place.cells.includes(near)).map(([, points]) => line(points, stroke, RIM, dashed)))

export function shapes(puzzle, made, hand) {
  const covered = taken(puzzle, made), pieces = laid(puzzle, made), drawn = puzzle.cells.map(({ corners }) => polygon(corners, 'floor', 'line', 0.02))
  puzzle.cells.forEach(({ centre, bump }, n) => { if (bump && !covered.has(n)) drawn.push(circle(centre, 0.11, 'faint', 'ink', 0.02)) })
  for (const place of pieces)
    for (const cell of place.cells) {
      const isCentral = cell === place.central, { centre } = puzzle.cells[cell], radius = isCentral ? LETTERED : HOLE
      drawn.push(...hatched(puzzle.cells[cell], puzzle.pieces[place.piece], isCentral))
      if (place.holes.includes(cell)) drawn.push(circle(centre, radius + CLEAR, `pale-${puzzle.pieces[place.piece].colour}`), circle(centre, radius, 'hole'))
    }
  for (const place of pieces)
    drawn.push(...outline(puzzle, place), label(puzzle.cells[place.central].centre, puzzle.pieces[place.piece].letter, puzzle.bumps ? 0.28 : 0.4, place.holes.includes(place.central) ? 'on-hole' : 'ink', true))
  drawn.push(...puzzle.around)
  if (hand) {
    const ghost = hand.piece ? aimed(puzzle, made, hand) : null
    if (ghost) drawn.push(...outline(puzzle, ghost, 'path'), label(puzzle.cells[ghost.central].centre, puzzle.pieces[hand.piece].letter, 0.3, 'path', true))
    drawn.push(circle(puzzle.cells[hand.cell].centre, 0.14, null, 'path', 0.05))
  }
  return drawn
}
