// How a declared pencil puzzle is touched: digits with notes, shading and crosses, lines along edges. It knows marks, but no kind.
//
// puzzle = {rows, columns, room: [left, top], marks: [{type, ...}], spots: [[name, x, y, mark, ends]], start: [value],
//   under, over: shapes, hidden: {cell: spots}, tells: {place: words}, rules, lists, solved}
// A cell is chosen by tap or arrows. A tap on a cell or an edge writes the mark, then the cross, then nothing; a drag does the
// same to all it passes. With Alt, an arrow marks that side of the cell, or the line from it.
import { circle, hash, label, line, polygon, rectangle, wayOf, ARROWS, STEPS } from './shapes.js'
import { overlay as notesOver, pad, tellCell, typing } from './numbers.js'
import { broken, knows, OPEN } from './words.js'

const NO = 0, YES = 1
const EDGES_ONLY = 34, EDGES_AND_CELLS = 48 // the least pixels of a cell in which each target has 24
const MOST_COLUMNS = 12 // wider boards have arrows as buttons, since their cells may be small on a phone
const SIZES = { 1: 0.7, 2: 0.6, 3: 0.45 } // of digits by their number, as pencil/draw.py
const INSET = 0.44, LINE = 0.13 // as there
const HAND = { cell: null, typed: '', noting: false, notes: {}, brush: null, reads: null }

const markOf = (puzzle, spot) => puzzle.marks[puzzle.spots[spot][3]]
const onCells = (puzzle) => puzzle.marks[0].type === 'edges' ? null : puzzle.marks[0]
const onEdges = (puzzle) => puzzle.marks.find((mark) => mark.type === 'edges') ?? null
const isDigits = (puzzle) => onCells(puzzle)?.type === 'digits'
const textOf = (puzzle, spot, value) => markOf(puzzle, spot).type === 'digits' ? String(value) : markOf(puzzle, spot).texts[value]
const moveOf = (puzzle, spot, value) => `${puzzle.spots[spot][0]}=${textOf(puzzle, spot, value)}`
const isGiven = (puzzle, spot) => puzzle.start[spot] !== OPEN
const nameOf = ({ columns }, cell) => `r${Math.floor(cell / columns) + 1}c${cell % columns + 1}`
const centreOf = ({ columns, room }, cell) => [room[0] + cell % columns + 0.5, room[1] + Math.floor(cell / columns) + 0.5]
const valuesOf = (mark) => mark.type === 'digits' ? Array.from({ length: mark.high - mark.low + 1 }, (_, n) => mark.low + n) : [NO, YES]

const BY_NAME = new WeakMap()
/** The spot and the value of a move. */
function meaning(puzzle, move) {
  if (!BY_NAME.has(puzzle)) BY_NAME.set(puzzle, new Map(puzzle.spots.map(([name], spot) => [name, spot])))
  const cut = move.indexOf('='), spot = BY_NAME.get(puzzle).get(move.slice(0, cut)), text = move.slice(cut + 1)
  return [spot, markOf(puzzle, spot).type === 'digits' ? Number(text) : markOf(puzzle, spot).texts.indexOf(text)]
}

export const second = true // a press of the other button writes a cross
export const starts = (puzzle) => [['1', puzzle.start]]
export const moves = (puzzle, state) => state.flatMap((value, spot) => value === OPEN ? valuesOf(markOf(puzzle, spot)).map((each) => moveOf(puzzle, spot, each)) : [])
export const apply = (puzzle, state, move) => { const [spot, value] = meaning(puzzle, move); return state.map((old, at) => at === spot ? value : old) }
const isEverywhere = (puzzle, spot) => markOf(puzzle, spot).type === 'digits' || markOf(puzzle, spot).everywhere
const understood = (puzzle, state) => state.map((value, spot) => value === OPEN && !isEverywhere(puzzle, spot) ? NO : value)

/** Crosses may be left out. Without the hashes of the solutions the rules decide, if all of them are known here. */
export function isSolved(puzzle, state) {
  const whole = understood(puzzle, state)
  if (whole.includes(OPEN)) return false
  if (puzzle.solved) return puzzle.solved.includes(hash(whole.join(',')))
  return knows(puzzle) ? !broken(puzzle, whole).length : null
}

// What is written

/** Return the answer that puts a value on some spots, or takes away what is there. */
function puts(puzzle, state, spots, value, hand) {
  const free = spots.filter((spot) => !isGiven(puzzle, spot) && state[spot] !== value)
  if (!free.length) return hand ? { hand } : null
  const erase = free.filter((spot) => state[spot] !== OPEN).map((spot) => moveOf(puzzle, spot, state[spot]))
  return { erase, moves: value === OPEN ? [] : free.map((spot) => moveOf(puzzle, spot, value)), hand }
}

const NEXT = { [OPEN]: YES, [YES]: NO, [NO]: OPEN }
const NEXT_SECOND = { [OPEN]: NO, [NO]: OPEN, [YES]: NO }
const cycled = (state, spot, isSecond = false) => (isSecond ? NEXT_SECOND : NEXT)[state[spot]]

const cellAt = ({ rows, columns, room }, x, y) => {
  const row = Math.floor(y - room[1]), column = Math.floor(x - room[0])
  return row < 0 || column < 0 || row >= rows || column >= columns ? null : row * columns + column
}
const edgesOf = (puzzle) => puzzle.spots.flatMap(([, , , , ends], spot) => ends ? [spot] : [])
const far = (puzzle, spot, x, y) => Math.hypot(puzzle.spots[spot][1] - x, puzzle.spots[spot][2] - y)
const nearest = (puzzle, spots, x, y) => spots.reduce((best, spot) => far(puzzle, spot, x, y) < far(puzzle, best, x, y) ? spot : best)

/** Return the spot that a tap is meant for, or null if targets are too small and the cell is to be chosen first. */
function target(puzzle, { x, y, unit = Infinity }) {
  const edges = onEdges(puzzle), cells = onCells(puzzle), cell = cellAt(puzzle, x, y)
  if (!edges) return cell
  if (unit < (cells ? EDGES_AND_CELLS : EDGES_ONLY)) return null
  const near = nearest(puzzle, [...edgesOf(puzzle), ...(cells && cell !== null && !isGiven(puzzle, cell) ? [cell] : [])], x, y)
  return far(puzzle, near, x, y) <= 0.6 ? near : null
}

function tapped(puzzle, state, gesture, hand) {
  const cell = cellAt(puzzle, gesture.x, gesture.y), chosen = { ...hand, cell: cell ?? hand.cell, typed: '', brush: null, reads: null }
  const spot = target(puzzle, gesture)
  if (spot === null || isGiven(puzzle, spot)) return cell === null ? null : { hand: chosen }
  return puts(puzzle, state, [spot], cycled(state, spot, gesture.second), chosen)
}

/** A drag over cells gives all of them what the first one gets. A drag along edges draws or takes away a line. */
function dragged(puzzle, state, gesture, hand) {
  const { from, to, fresh = true, second: isSecond = false } = gesture
  const spots = onEdges(puzzle) ? edgesBetween(puzzle, from, to) : cellsBetween(puzzle, cellAt(puzzle, ...from), cellAt(puzzle, ...to))
  const free = spots.filter((spot) => !isGiven(puzzle, spot))
  if (!free.length) return null
  const brush = fresh || hand.brush === null ? cycled(state, free[0], isSecond) : hand.brush
  const done = puts(puzzle, state, free, brush, null)
  return done && { ...done, hand: { ...hand, cell: cellAt(puzzle, ...to) ?? hand.cell, brush, reads: null, typed: '' } }
}

function cellsBetween({ columns }, one, other) {
  if (one === null || other === null || one === other) return []
  const rows = Math.floor(other / columns) - Math.floor(one / columns), across = other % columns - one % columns
  const steps = Math.max(Math.abs(rows), Math.abs(across))
  return Array.from({ length: steps + 1 }, (_, n) => one + Math.round(rows * n / steps) * columns + Math.round(across * n / steps))
}

/** The edges on the straight way between two ends of edges. */
function edgesBetween(puzzle, from, to) {
  const shift = onEdges(puzzle).look === 'between' ? 0.5 : 0, [left, top] = puzzle.room
  const snap = ([x, y]) => [Math.round(x - left - shift), Math.round(y - top - shift)]
  const [a, b] = [snap(from), snap(to)]
  if ((a[0] !== b[0]) === (a[1] !== b[1])) return []
  const steps = Math.abs(b[0] - a[0]) + Math.abs(b[1] - a[1]), way = [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])]
  const middles = Array.from({ length: steps }, (_, n) => [left + shift + a[0] + way[0] * (n + 0.5), top + shift + a[1] + way[1] * (n + 0.5)])
  return middles.flatMap(([x, y]) => edgesOf(puzzle).filter((spot) => far(puzzle, spot, x, y) < 0.01))
}

// Keys

/** The edge at a side of a cell, or from it in a direction. */
function edgeAt(puzzle, cell, way) {
  const [x, y] = centreOf(puzzle, cell), [dx, dy] = STEPS[way]
  return edgesOf(puzzle).find((spot) => far(puzzle, spot, x + dx / 2, y + dy / 2) < 0.01) ?? null
}

function stepped({ rows, columns }, cell, way) {
  const row = Math.floor(cell / columns) + STEPS[way][1], column = cell % columns + STEPS[way][0]
  return row < 0 || column < 0 || row >= rows || column >= columns ? null : row * columns + column
}

/** Where a key moves the cursor: arrows to the border, Home and End in the row, n to the next cell where something is open. */
function cursor(puzzle, state, key, cell) {
  const { rows, columns } = puzzle, way = wayOf({ type: 'key', key })
  if (cell === null) return way || key === 'Home' || key === 'n' ? 0 : null
  if (way) return stepped(puzzle, cell, way)
  if (key === 'Home') return cell - cell % columns
  if (key === 'End') return cell - cell % columns + columns - 1
  if (key !== 'n') return null
  const all = Array.from({ length: rows * columns }, (_, n) => (cell + 1 + n) % (rows * columns))
  return all.find((each) => isOpen(puzzle, state, each)) ?? null
}
const isOpen = (puzzle, state, cell) => onCells(puzzle) && state[cell] === OPEN && !isGiven(puzzle, cell) ||
  onEdges(puzzle) !== null && Object.keys(STEPS).some((way) => { const spot = edgeAt(puzzle, cell, way); return spot !== null && state[spot] === OPEN })

function pressed(puzzle, state, key, hand) {
  const { cell } = hand, [, modifier, way] = key.match(/^(Alt|Shift)\+Arrow(Up|Right|Down|Left)$/) ?? []
  if (key === 'Escape') return { hand: null }
  if (cell !== null && (key === 'r' || key === 'c')) return { hand: { ...hand, reads: key === 'r' ? 'row' : 'column' } }
  const there = cursor(puzzle, state, key, cell)
  if (there !== null) return { hand: { ...hand, cell: there, typed: '', reads: null, brush: null } }
  if (cell === null) return null
  const next = { ...hand, reads: null, brush: null }
  if (modifier) return onEdges(puzzle) ? sided(puzzle, state, modifier, way.toLowerCase(), next) : null
  if (isDigits(puzzle)) return typing(digits(puzzle, state), { type: 'key', key }, next)
  return marked(puzzle, state, key, next)
}

/** Mark a side. With Shift, draw the line and go along it. */
function sided(puzzle, state, modifier, way, hand) {
  const spot = edgeAt(puzzle, hand.cell, way)
  if (spot === null) return { hand } // nothing to mark, but the key is ours: with Alt it would leave the page
  if (modifier === 'Alt') return puts(puzzle, state, [spot], cycled(state, spot), hand)
  const there = stepped(puzzle, hand.cell, way)
  return puts(puzzle, state, [spot], state[spot] === YES ? OPEN : YES, { ...hand, cell: there ?? hand.cell })
}

function marked(puzzle, state, key, hand) {
  const cells = onCells(puzzle), spots = cells ? [hand.cell] : Object.keys(STEPS).map((way) => edgeAt(puzzle, hand.cell, way)).filter((spot) => spot !== null)
  if (key === 'Backspace' || key === 'Delete') return spots.some((spot) => state[spot] !== OPEN && !isGiven(puzzle, spot)) ? puts(puzzle, state, spots.filter((spot) => state[spot] !== OPEN), OPEN, hand) : null
  if (!cells || isGiven(puzzle, hand.cell)) return null
  const value = key === ' ' ? cycled(state, hand.cell) : key === 'Enter' ? YES : key === 'x' ? NO : null
  return value === null ? null : puts(puzzle, state, spots, value === state[hand.cell] ? OPEN : value, hand)
}

/** A board of digits, as numbers.js asks for it: what is wrong may be written, and is shown. */
function digits(puzzle, state) {
  const { low, high } = onCells(puzzle), all = high > 9 || low === 0 ? '1234567890' : '123456789'.slice(low - 1, high)
  return {
    rows: puzzle.rows, columns: puzzle.columns, most: high, symbols: all, origin: puzzle.room,
    written: (cell) => state[cell] === OPEN || cell >= puzzle.rows * puzzle.columns ? '' : String(state[cell]),
    isGiven: (cell) => isGiven(puzzle, cell), isLegal: (_cell, value) => Number(value) >= low && Number(value) <= high,
  }
}

/** Whether a move can be written: its spot is open, whatever the rules say. */
export const writes = (puzzle, state, move) => { const [spot, value] = meaning(puzzle, move); return spot !== undefined && state[spot] === OPEN && valuesOf(markOf(puzzle, spot)).includes(value) }
export const isFinished = (_puzzle, state) => !state.includes(OPEN)

/** What a gesture does. Unless people are free to write it, what breaks a rule that held before is refused. */
export function moveFor(puzzle, state, gesture, held, isFree = false) {
  const answer = answerTo(puzzle, state, gesture, held)
  const made = answer?.moves ?? (answer?.move === undefined ? [] : [answer.move])
  if (isFree || !made.length) return answer
  const erased = (answer.erase ?? []).reduce((here, move) => { const [spot] = meaning(puzzle, move); return here.map((old, at) => at === spot ? OPEN : old) }, state)
  const after = made.reduce((here, move) => apply(puzzle, here, move), erased)
  return broken(puzzle, after).length > broken(puzzle, state).length ? { refused: made[0], ...('hand' in answer ? { hand: answer.hand } : {}) } : answer
}

function answerTo(puzzle, state, gesture, held) {
  const hand = held ?? HAND
  if (gesture.type === 'key') return gesture.key === 'Escape' && !held ? null : pressed(puzzle, state, gesture.key, hand)
  if (gesture.type === 'tap' && isDigits(puzzle) && !onEdges(puzzle)) {
    const cell = cellAt(puzzle, gesture.x, gesture.y)
    return cell === null ? null : { hand: { ...hand, cell, typed: '', reads: null } }
  }
  if (gesture.type === 'tap') return tapped(puzzle, state, gesture, hand)
  return gesture.type === 'drag' && !isDigits(puzzle) ? dragged(puzzle, state, gesture, hand) : null
}

export function keys(puzzle, state, hand) {
  const off = hand === null || hand.cell === null, cells = onCells(puzzle)
  const sides = ARROWS.map(({ key, label, name }) => ({ key: `Alt+${key}`, label: `${label} ${onEdges(puzzle)?.texts[YES]}`, name: `${onEdges(puzzle)?.texts[YES]} ${name}`, disabled: off }))
  const shade = cells && !isDigits(puzzle) ? [{ key: 'Enter', label: cells.texts[YES], disabled: off }, { key: 'x', label: cells.texts[NO], disabled: off }] : []
  return [
    ...(isDigits(puzzle) ? pad(digits(puzzle, state), hand) : shade), ...(onEdges(puzzle) ? sides : []),
    ...(isDigits(puzzle) ? [] : [{ key: 'Backspace', label: 'erase', disabled: off }]), ...(puzzle.columns > MOST_COLUMNS ? ARROWS : []),
  ]
}

/** The keys of the board, for its page. */
export function help(puzzle) {
  const cells = onCells(puzzle), edges = onEdges(puzzle)
  return [
    ['Arrows, Home, End', 'Choose a cell'], ['n', 'Go to the next open cell'], ['r, c', 'Read the row or the column'],
    ...(isDigits(puzzle) ? [['Digits', 'Write or note'], ['Space', 'Switch notes on or off']] : []),
    ...(cells && !isDigits(puzzle) ? [['Enter', `Write ${cells.texts[YES]}`], ['x', `Write ${cells.texts[NO]}`], ['Space', 'One after the other']] : []),
    ...(edges ? [['Alt+Arrow', `Write ${edges.texts[YES]}, then ${edges.texts[NO]}, on that side`], ['Shift+Arrow', `Draw a ${edges.texts[YES]} and go there`]] : []),
    ['Backspace', 'Erase'],
  ].map(([key, help]) => ({ key, help }))
}

// What is said

const inWords = (puzzle, state, spot) => state[spot] === OPEN ? 'empty' : textOf(puzzle, spot, state[spot])

/** The chosen cell in words, what stands in it and around it, and what is told about it. */
function cellTold(puzzle, state, hand) {
  const name = nameOf(puzzle, hand.cell), told = puzzle.tells[name] ? [puzzle.tells[name]] : []
  const sides = onEdges(puzzle) === null ? [] : Object.keys(STEPS).flatMap((way) => { const spot = edgeAt(puzzle, hand.cell, way); return spot !== null && state[spot] !== OPEN ? [`${textOf(puzzle, spot, state[spot])} ${way}`] : [] })
  const place = `row ${Math.floor(hand.cell / puzzle.columns) + 1}, column ${hand.cell % puzzle.columns + 1}`
  const own = isDigits(puzzle) ? tellCell(digits(puzzle, state), hand).slice(1) : onCells(puzzle) ? [inWords(puzzle, state, hand.cell)] : sides.length ? [] : ['no lines']
  return [[place, ...own, ...sides, ...told].join(', ')]
}

/** A whole row or column in words, with what is told about it. */
function lineTold(puzzle, state, { cell, reads }) {
  const { rows, columns } = puzzle, row = Math.floor(cell / columns), column = cell % columns
  const cells = reads === 'row' ? Array.from({ length: columns }, (_, n) => row * columns + n) : Array.from({ length: rows }, (_, n) => n * columns + column)
  const name = reads === 'row' ? `row ${row + 1}` : `column ${column + 1}`
  const told = cells.map((each) => onCells(puzzle) ? inWords(puzzle, state, each) : puzzle.tells[nameOf(puzzle, each)] ?? 'empty')
  return [[puzzle.tells[name] ? `${name}, ${puzzle.tells[name]}` : name, ...told].join(', ')]
}

export function tell(puzzle, state, hand) {
  const place = hand === null || hand.cell === null ? [] : hand.reads ? lineTold(puzzle, state, hand) : cellTold(puzzle, state, hand)
  return place
}

/** The first rule that the marks break, in words. */
export const brokenRule = (puzzle, state) => broken(puzzle, state)[0]?.says ?? ''

export const listed = () => []

// What is drawn

export function shapes(puzzle, state, hand) {
  const under = (spot) => ['filled', 'slant'].includes(markOf(puzzle, spot).look) || (state[spot] === YES && puzzle.spots[spot][4] !== null)
  const isHidden = (spot) => state[spot] === NO && (puzzle.hidden[spot] ?? []).some((at) => at < 0 || state[at] === YES)
  const written = state.flatMap((value, spot) => value !== OPEN && !isGiven(puzzle, spot) && !isHidden(spot) ? [spot] : [])
  const over = puzzle.over.map((shape) => onShade(puzzle, state, shape))
  return [
    ...puzzle.under, ...written.filter(under).flatMap((spot) => mark(puzzle, spot, state[spot])), ...over,
    ...written.filter((spot) => !under(spot)).flatMap((spot) => mark(puzzle, spot, state[spot])),
    ...held(puzzle, state, hand),
  ]
}

/** Marks on what breaks a rule now. */
export const conflicts = (puzzle, state) => [...new Set(broken(puzzle, state).flatMap(({ at }) => at))].flatMap((spot) => flagged(puzzle, state, spot))

function onShade(puzzle, state, shape) {
  if (shape.type !== 'text') return shape
  const cell = cellAt(puzzle, ...shape.at)
  return cell !== null && onCells(puzzle)?.look === 'filled' && state[cell] === YES ? { ...shape, fill: 'on-full-black' } : shape
}

function mark(puzzle, spot, value) {
  const [, x, y, , ends] = puzzle.spots[spot], { type, look, texts } = markOf(puzzle, spot)
  if (type === 'digits') return [label([x, y], String(value), SIZES[String(value).length] ?? 0.35, 'written')]
  if (look === 'slant') { const rise = value === YES ? 0.5 : -0.5; return [line([[x - 0.5, y - rise], [x + 0.5, y + rise]], 'ink', LINE)] }
  if (value === NO && look === 'disc' && texts[NO] !== 'cross') return [circle([x, y], 0.3, null, 'written', 0.06)]
  if (value === NO && texts[NO] !== 'cross') return [circle([x, y], 0.08, ends ? 'ink' : 'soft')]
  const size = ends ? 0.08 : 0.13
  if (value === NO) return [-size, size].map((rise) => line([[x - size, y - rise], [x + size, y + rise]], ends ? 'ink' : 'soft', 0.04))
  if (ends) return [line(ends, 'ink', LINE)]
  if (look === 'star') return [polygon(Array.from({ length: 10 }, (_, n) => { const out = n % 2 ? 0.17 : 0.4; return [x + out * Math.sin(Math.PI * n / 5), y - out * Math.cos(Math.PI * n / 5)] }), 'written')]
  if (look === 'disc') return [circle([x, y], 0.33, 'written')]
  return [rectangle(x - INSET, y - INSET, 2 * INSET, 2 * INSET, 'full-black')]
}

/** Something wrong is told by a shape and not by colour alone: a corner of a cell, a ring around an edge. */
function flagged(puzzle, state, spot) {
  const [, x, y, , ends] = puzzle.spots[spot]
  if (ends) return state[spot] === OPEN ? [] : [circle([x, y], 0.17, null, 'struck', 0.05)]
  const area = state[spot] === YES && markOf(puzzle, spot).look === 'filled' ? [] : [rectangle(x - 0.5, y - 0.5, 1, 1, 'struck-area')]
  return [...area, ...(state[spot] === OPEN ? [] : [polygon([[x + 0.5, y + 0.5], [x + 0.2, y + 0.5], [x + 0.5, y + 0.2]], 'struck')])]
}

function held(puzzle, state, hand) {
  if (!hand || hand.cell === null) return []
  if (isDigits(puzzle)) return notesOver(digits(puzzle, state), hand)
  const [x, y] = centreOf(puzzle, hand.cell), round = onEdges(puzzle) && !onCells(puzzle) ? 0.34 : 0.44
  return [rectangle(x - round, y - round, 2 * round, 2 * round, null, 'path', 0.05)]
}
