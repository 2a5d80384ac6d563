// How a Sudoku is touched: choose a cell, type a digit, and make notes in small digits.
import { label, line } from '../../board/shapes.js'
import { centre, overlay, pad, tellCell, typing, wrongCells } from '../../board/numbers.js'

const MARGIN = 0.25, THIN = 0.02, THICK = 0.08, DIGITS = '123456789ABCDEFGHIJKLMNOP'
const size = (puzzle) => puzzle.box_rows * puzzle.box_columns
const place = (move) => { const [, row, column, digit] = move.match(/^r(\d+)c(\d+)=(.)$/); return [row - 1, column - 1, digit] }
const sees = (puzzle, one, other) => {
  const n = size(puzzle), [r, c, s, d] = [Math.floor(one / n), one % n, Math.floor(other / n), other % n]
  return r === s || c === d || (Math.floor(r / puzzle.box_rows) === Math.floor(s / puzzle.box_rows) && Math.floor(c / puzzle.box_columns) === Math.floor(d / puzzle.box_columns))
}
const isLegal = (puzzle, grid, cell, digit) => ![...grid].some((symbol, other) => other !== cell && symbol === digit && sees(puzzle, cell, other))
const board = (puzzle, grid) => ({
  rows: size(puzzle), columns: size(puzzle), most: size(puzzle), symbols: DIGITS.slice(0, size(puzzle)),
  written: (cell) => (grid[cell] === '.' ? '' : grid[cell]), isGiven: (cell) => puzzle.givens[cell] !== '.',
  isLegal: (cell, digit) => isLegal(puzzle, grid, cell, digit),
})

export const starts = (puzzle) => [['1', puzzle.givens]]
export const moves = (puzzle, grid) => [...grid].flatMap((symbol, cell) => symbol !== '.' ? []
  : [...DIGITS.slice(0, size(puzzle))].filter((digit) => isLegal(puzzle, grid, cell, digit)).map((digit) => `r${Math.floor(cell / size(puzzle)) + 1}c${cell % size(puzzle) + 1}=${digit}`))
export const apply = (puzzle, grid, move) => {
  const [row, column, digit] = place(move), cell = row * size(puzzle) + column
  return grid.slice(0, cell) + digit + grid.slice(cell + 1)
}
/** A digit in an empty cell can be written, also beside the same digit. */
export const writes = (puzzle, grid, move) => {
  const [row, column, digit] = place(move)
  return grid[row * size(puzzle) + column] === '.' && DIGITS.slice(0, size(puzzle)).includes(digit)
}
const wrong = (puzzle, grid) => [...Array(grid.length).keys()].filter((cell) => grid[cell] !== '.' && !isLegal(puzzle, grid, cell, grid[cell]))
export const conflicts = (puzzle, grid) => wrongCells(size(puzzle), wrong(puzzle, grid))
export const isFinished = (puzzle, grid) => !grid.includes('.')
export const isSolved = (puzzle, grid) => isFinished(puzzle, grid) && !wrong(puzzle, grid).length
export const moveFor = (puzzle, grid, gesture, hand, isFree) => typing(board(puzzle, grid), gesture, hand, isFree)
export const keys = (puzzle, grid, hand) => pad(board(puzzle, grid), hand)
export const tell = (puzzle, grid, hand) => tellCell(board(puzzle, grid), hand)

export function shapes(puzzle, grid, hand) {
  const n = size(puzzle), drawn = []
  for (const thick of [false, true]) {
    const [stroke, width] = thick ? ['given', THICK] : ['line', THIN]
    for (let index = 0; index <= n; index++) {
      const at = MARGIN + index
      if ((index % puzzle.box_columns === 0) === thick) drawn.push(line([[at, MARGIN], [at, MARGIN + n]], stroke, width))
      if ((index % puzzle.box_rows === 0) === thick) drawn.push(line([[MARGIN, at], [MARGIN + n, at]], stroke, width))
    }
  }
  ;[...grid].forEach((symbol, cell) => {
    const given = puzzle.givens[cell] !== '.'
    if (symbol !== '.') drawn.push(label(centre(Math.floor(cell / n), cell % n), symbol, 0.7, given ? 'given' : 'written', given))
  })
  return [...drawn, ...overlay(board(puzzle, grid), hand)]
}
