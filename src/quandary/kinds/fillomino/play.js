// How a Fillomino is touched: choose a cell, type a number, and make notes in small digits.
import { label, line } from '../../board/shapes.js'
import { centre, overlay, pad, tellCell, typing, wrongCells } from '../../board/numbers.js'

const MARGIN = 0.25, THIN = 0.02, THICK = 0.08, SIZES = { 1: 0.7, 2: 0.6, 3: 0.45 }
const place = (puzzle, move) => { const [, row, column, number] = move.match(/^r(\d+)c(\d+)=(\d+)$/).map(Number); return [(row - 1) * puzzle.columns + column - 1, number] }

function beside({ rows, columns }, cell) {
  const near = []
  if (cell >= columns) near.push(cell - columns)
  if (cell % columns) near.push(cell - 1)
  if (cell % columns < columns - 1) near.push(cell + 1)
  if (cell < (rows - 1) * columns) near.push(cell + columns)
  return near
}

/** The cells of equal numbers connected with a cell. */
function region(puzzle, numbers, cell) {
  const found = [cell], seen = new Set(found)
  for (const here of found)
    for (const near of beside(puzzle, here)) if (!seen.has(near) && numbers[near] === numbers[cell]) { seen.add(near); found.push(near) }
  return found
}
const put = (numbers, cell, number) => numbers.map((old, n) => (n === cell ? number : old))
/** Whether a number fits: a region that it joins must not become larger than the number. */
function isLegal(puzzle, numbers, cell, number) {
  if (number < 1 || number > puzzle.rows * puzzle.columns) return false
  const after = put(numbers, cell, number)
  return !beside(puzzle, cell).some((near) => numbers[near] === number) || region(puzzle, after, cell).length <= number
}
const board = (puzzle, numbers) => ({
  rows: puzzle.rows, columns: puzzle.columns, most: puzzle.rows * puzzle.columns, symbols: puzzle.rows * puzzle.columns > 9 ? '1234567890' : '123456789',
  written: (cell) => (numbers[cell] ? String(numbers[cell]) : ''), isGiven: (cell) => puzzle.givens[cell] !== 0,
  isLegal: (cell, value) => isLegal(puzzle, put(numbers, cell, 0), cell, Number(value)),
})
const at = (puzzle, numbers, cell) => Array.from({ length: numbers.length }, (_, n) => n + 1).filter((number) => isLegal(puzzle, numbers, cell, number))
  .map((number) => `r${Math.floor(cell / puzzle.columns) + 1}c${cell % puzzle.columns + 1}=${number}`)

export const starts = (puzzle) => [['1', puzzle.givens]]
export const moves = (puzzle, numbers) => numbers.flatMap((number, cell) => (number ? [] : at(puzzle, numbers, cell)))
export const apply = (puzzle, numbers, move) => put(numbers, ...place(puzzle, move))
/** A number in an empty cell can be written, also if its region becomes too large. */
export const writes = (puzzle, numbers, move) => {
  const [cell, number] = place(puzzle, move)
  return !numbers[cell] && number >= 1 && number <= numbers.length
}
const wrong = (puzzle, numbers) => [...numbers.keys()].filter((cell) => numbers[cell] && region(puzzle, numbers, cell).length > numbers[cell])
export const conflicts = (puzzle, numbers) => wrongCells(puzzle.columns, wrong(puzzle, numbers))
export const isFinished = (puzzle, numbers) => numbers.every((number) => number)
export const isSolved = (puzzle, numbers) => numbers.every((number, cell) => number && region(puzzle, numbers, cell).length === number)
export const moveFor = (puzzle, numbers, gesture, hand, isFree) => typing(board(puzzle, numbers), gesture, hand, isFree)
export const keys = (puzzle, numbers, hand) => pad(board(puzzle, numbers), hand)
export const tell = (puzzle, numbers, hand) => tellCell(board(puzzle, numbers), hand)

export function shapes(puzzle, numbers, hand) {
  const { rows, columns } = puzzle, [right, below] = [MARGIN + columns, MARGIN + rows], drawn = []
  for (let row = 1; row < rows; row++) drawn.push(line([[MARGIN, MARGIN + row], [right, MARGIN + row]], 'line', THIN))
  for (let column = 1; column < columns; column++) drawn.push(line([[MARGIN + column, MARGIN], [MARGIN + column, below]], 'line', THIN))
  drawn.push(line([[MARGIN, MARGIN], [right, MARGIN], [right, below], [MARGIN, below], [MARGIN, MARGIN]], 'given', THICK))
  const differ = (one, other) => numbers[one] && numbers[other] && numbers[one] !== numbers[other]
  numbers.forEach((_, cell) => {
    const x = MARGIN + cell % columns, y = MARGIN + Math.floor(cell / columns)
    if (cell % columns < columns - 1 && differ(cell, cell + 1)) drawn.push(line([[x + 1, y], [x + 1, y + 1]], 'given', THICK))
    if (cell < (rows - 1) * columns && differ(cell, cell + columns)) drawn.push(line([[x, y + 1], [x + 1, y + 1]], 'given', THICK))
  })
  numbers.forEach((number, cell) => {
    const given = puzzle.givens[cell] !== 0
    if (number) drawn.push(label(centre(Math.floor(cell / columns), cell % columns), String(number), SIZES[String(number).length], given ? 'given' : 'written', given))
  })
  return [...drawn, ...overlay(board(puzzle, numbers), hand)]
}
