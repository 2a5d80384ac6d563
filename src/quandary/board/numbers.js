// How numbers are written into cells: choose a cell by tap or arrows, type, erase, and make small notes.
import { label, line, rectangle, wayOf, STEPS } from './shapes.js'

const MARGIN = 0.25
export const centre = (row, column, [left, top] = [MARGIN, MARGIN]) => [left + column + 0.5, top + row + 0.5]
const EMPTY_HAND = { cell: null, typed: '', noting: false, notes: {} }

/**
 * @param {{rows: number, columns: number, most: number, symbols: string, written: (cell: number) => string,
 *   isGiven: (cell: number) => boolean, isLegal: (cell: number, value: string) => boolean, origin?: [number, number]}} board
 * `written` is "" for an empty cell, `isLegal` ignores what the cell holds, `origin` is the corner of the board in the drawing.
 * If `isFree`, a value may be written that breaks a rule.
 */
export function typing(board, gesture, held, isFree = false) {
  const hand = held ?? EMPTY_HAND, { rows, columns } = board
  if (gesture.type === 'tap') {
    const row = Math.floor(gesture.y - MARGIN), column = Math.floor(gesture.x - MARGIN)
    if (row < 0 || column < 0 || row >= rows || column >= columns) return null
    return { hand: { ...hand, cell: row * columns + column, typed: '' } }
  }
  if (gesture.type !== 'key') return null
  const way = wayOf(gesture)
  if (way) {
    if (hand.cell === null) return { hand: { ...hand, cell: 0 } }
    const row = Math.floor(hand.cell / columns) + STEPS[way][1], column = hand.cell % columns + STEPS[way][0]
    if (row < 0 || column < 0 || row >= rows || column >= columns) return null
    return { hand: { ...hand, cell: row * columns + column, typed: '' } }
  }
  if (gesture.key === ' ') return { hand: { ...hand, noting: !hand.noting, typed: '' } }
  if (gesture.key === 'Escape') return held ? { hand: null } : null
  if (hand.cell === null || board.isGiven(hand.cell)) return null
  const old = board.written(hand.cell), name = named(board, hand.cell)
  if (gesture.key === 'Backspace' || gesture.key === 'Delete') {
    const notes = { ...hand.notes, [hand.cell]: [] }
    return old || hand.notes[hand.cell]?.length || hand.typed ? { erase: old ? [`${name}=${old}`] : [], hand: { ...hand, notes, typed: '' } } : null
  }
  const symbol = gesture.key.length === 1 ? gesture.key.toUpperCase() : ''
  if (!symbol || !board.symbols.includes(symbol)) return null
  if (hand.noting) {
    const notes = hand.notes[hand.cell] ?? []
    return { hand: { ...hand, notes: { ...hand.notes, [hand.cell]: notes.includes(symbol) ? notes.filter((each) => each !== symbol) : [...notes, symbol].sort() } } }
  }
  const longer = hand.typed + symbol
  const value = board.most > 9 && board.symbols.includes('0') && hand.typed && Number(longer) <= board.most ? longer : symbol
  const next = { ...hand, typed: value }
  if (value === '0') return null
  if (value === old) return { erase: [`${name}=${old}`], hand: { ...next, typed: '' } }
  if (!isFree && !board.isLegal(hand.cell, value)) return value.length < String(board.most).length && board.symbols.includes('0') ? { hand: next } : { refused: `${name}=${value}` }
  return { erase: old ? [`${name}=${old}`] : [], move: `${name}=${value}`, hand: next }
}

const named = ({ columns }, cell) => `r${Math.floor(cell / columns) + 1}c${cell % columns + 1}`

/** Return the shapes of the cursor and the notes, on top of the board. */
export function overlay(board, hand) {
  const { columns, most, written, origin } = board
  if (!hand) return []
  const drawn = []
  if (hand.cell !== null) {
    const [x, y] = centre(Math.floor(hand.cell / columns), hand.cell % columns, origin)
    drawn.push(rectangle(x - 0.44, y - 0.44, 0.88, 0.88, null, hand.noting ? 'soft' : 'path', 0.07))
    if (hand.typed && !written(hand.cell)) drawn.push(label([x, y], `${hand.typed}_`, 0.4, 'soft'))
  }
  const across = Math.ceil(Math.sqrt(Math.min(most, 25)))
  for (const [cell, notes] of Object.entries(hand.notes)) {
    if (written(Number(cell))) continue
    const [x, y] = centre(Math.floor(Number(cell) / columns), Number(cell) % columns, origin)
    notes.forEach((symbol, n) => drawn.push(label([x + 0.8 * ((n % across + 0.5) / across - 0.5), y + 0.8 * ((Math.floor(n / across) + 0.5) / across - 0.5)], symbol, 0.75 / Math.max(3, across), 'soft')))
  }
  return drawn
}

/** Return a mark in the corner of each cell that breaks a rule, which is seen without colour, too. */
export const wrongCells = (columns, cells) => cells.flatMap((cell) => {
  const [x, y] = centre(Math.floor(cell / columns), cell % columns)
  return [rectangle(x - 0.44, y - 0.44, 0.88, 0.88, 'struck-area'), line([[x - 0.4, y + 0.4], [x + 0.4, y + 0.4]], 'struck', 0.08), label([x + 0.33, y - 0.28], '!', 0.3, 'struck', true)]
})

export const pad = ({ symbols }, hand) => [
  ...[...symbols].map((symbol) => ({ key: symbol, label: symbol })), { key: 'Backspace', label: 'erase' },
  { key: ' ', label: 'notes', pressed: hand?.noting ?? false },
]

/** Return the chosen cell in words: its name and what it holds. */
export const tellCell = (board, hand) => !hand || hand.cell === null ? []
  : [named(board, hand.cell), board.written(hand.cell) || 'empty', ...(board.isGiven(hand.cell) ? ['given'] : []), ...(hand.noting ? ['notes'] : [])]
