// How a PuzzleScript level is played: arrows, swipes or taps beside the player move it, x and a tap on it are action.
// The rules are those of turn.py and stage.py. A cell is a number with a bit for each object, and its movement one with
// five bits for each layer; both may have more bits than a number holds, so they are BigInts.
import { ARROWS, polygon, wayOf, wayTo } from '../../board/shapes.js'
import { turn } from './turn.js'

const NAMES = ['up', 'left', 'down', 'right', 'action']
const FORCES = { up: 1n, left: 4n, down: 2n, right: 8n, action: 16n }
const MOST_AGAINS = 1000, MOST_KNOWN = 2000
const made = new WeakMap() // by puzzle: its game with numbers as BigInts, and what follows from each position

function gameOf(puzzle) {
  if (!made.has(puzzle)) {
    const numbers = (value) => Array.isArray(value) ? value.map(numbers) : typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, numbers(each)])) : value
    made.set(puzzle, { ...numbers(puzzle.game), width: puzzle.width, height: puzzle.height, known: new Map() })
  }
  return made.get(puzzle)
}

const equal = (one, other) => one.every((cell, at) => cell === other[at])

function holds(win, cells) {
  const has = (cell, mask, whole) => whole ? (cell & mask) === mask : (cell & mask) !== 0n
  const ones = cells.filter((cell) => has(cell, win.one, win.oneIsWhole))
  const met = (cell) => has(cell, win.other, win.otherIsWhole)
  return win.how === 'all' ? ones.every(met) : ones.some(met) === (win.how === 'some')
}

// The stage after a turn: the cells, those that a restart goes back to, whether it is won and whether a turn follows.
function goOn(game, cells, target, force, mayWin = true, mayRestart = true) {
  const result = turn(game, cells, force)
  let commands = result.commands, now = result.cells, more = false
  if (commands.has('cancel')) return { cells, target, won: false, more }
  if (commands.has('restart') && mayRestart) {
    now = target
    commands = new Set()
    if (game.atStart) ({ cells: now, target, more } = goOn(game, target, target, 0n, false, false))
  }
  const won = mayWin && (commands.has('win') || (game.wins.length > 0 && game.wins.every((win) => holds(win, now))))
  if (commands.has('checkpoint')) target = now
  if (commands.has('again') && !equal(now, cells)) {
    const next = turn(game, now, 0n)
    more = next.commands.has('cancel') ? next.commands.size > 1 : !equal(next.cells, now) || next.commands.has('win') || next.commands.has('restart')
  }
  return { cells: now, target, won, more }
}

function atRest(game, stage) {
  let turns = 1
  while (stage.more && !stage.won && turns <= MOST_AGAINS) {
    stage = goOn(game, stage.cells, stage.target, 0n)
    turns++
  }
  const end = stage.won ? 'won' : stage.more ? 'restless' : ''
  return { cells: stage.cells, end, mark: game.keepsMarks && !end ? stage.target : null }
}

const sameState = (one, other) => one.end === other.end && equal(one.cells, other.cells) && (one.mark === other.mark || (one.mark && other.mark && equal(one.mark, other.mark)))

export function starts(puzzle) {
  const game = gameOf(puzzle), cells = game.cells
  return [['1', atRest(game, game.atStart ? goOn(game, cells, cells, 0n, false) : { cells, target: cells, won: false, more: false })]]
}

function after(puzzle, state) {
  const game = gameOf(puzzle)
  if (!game.known.has(state)) {
    if (game.known.size >= MOST_KNOWN) game.known.clear()
    const inputs = state.end ? [] : NAMES.filter((name) => name !== 'action' || game.hasAction)
    game.known.set(state, Object.fromEntries(inputs.map((name) => [name, atRest(game, goOn(game, state.cells, state.mark ?? game.cells, FORCES[name]))])))
  }
  return game.known.get(state)
}

export const moves = (puzzle, state) => Object.entries(after(puzzle, state)).filter(([, next]) => !sameState(next, state)).map(([name]) => name)
export const apply = (puzzle, state, move) => after(puzzle, state)[move]
export const isSolved = (puzzle, state) => state.end === 'won'
export const keys = (puzzle) => gameOf(puzzle).hasAction ? [...ARROWS, { key: 'x', label: '✕', name: 'action' }] : ARROWS

function playerAt(puzzle, state) {
  const at = state.cells.findIndex((cell) => (cell & gameOf(puzzle).player) !== 0n)
  return at < 0 ? null : [Math.floor(at / puzzle.height), at % puzzle.height]
}

export function tell(puzzle, state) {
  const place = playerAt(puzzle, state)
  return [place ? `r${place[1] + 1}c${place[0] + 1}` : '']
}

export function moveFor(puzzle, state, gesture) {
  let way = wayOf(gesture)
  if (gesture.type === 'key' && (gesture.key === 'x' || gesture.key === ' ')) way = 'action'
  if (gesture.type === 'tap') {
    const [x, y] = playerAt(puzzle, state) ?? [puzzle.width / 2 - 0.5, puzzle.height / 2 - 0.5]
    way = wayTo([x + 0.5, y + 0.5], [gesture.x, gesture.y], 0.5) ?? 'action'
  }
  return way && moves(puzzle, state).includes(way) ? way : null
}

export function shapes(puzzle, state) {
  return state.cells.flatMap((cell, at) => tile(puzzle, cell).map(([points, fill]) =>
    polygon(points.map(([x, y]) => [Math.floor(at / puzzle.height) + x, (at % puzzle.height) + y]), fill)))
}

// The picture of a cell as rectangles of one colour, as wide and then as high as they can be.
function tile(puzzle, cell) {
  const game = gameOf(puzzle)
  game.tiles ??= new Map()
  if (!game.tiles.has(cell)) {
    const left = new Map(), side = 5
    puzzle.pictures.forEach(([colours, rows], number) => {
      if (!(cell >> BigInt(number) & 1n)) return
      rows.forEach((row, y) => [...row].forEach((sign, x) => {
        const colour = sign === '.' ? undefined : colours[Number(sign)]
        if (colour !== undefined && colour !== 'transparent') left.set(y * side + x, colour)
      }))
    })
    const found = []
    for (let spot = 0; spot < side * side; spot++) {
      const colour = left.get(spot), y = Math.floor(spot / side), x = spot % side
      if (colour === undefined) continue
      let width = 1, height = 1
      while (x + width < side && left.get(spot + width) === colour) width++
      const isRow = (below) => [...Array(width).keys()].every((across) => left.get((y + below) * side + x + across) === colour)
      while (y + height < side && isRow(height)) height++
      for (let down = 0; down < height; down++) for (let across = 0; across < width; across++) left.delete((y + down) * side + x + across)
      const [l, t, r, b] = [x / side, y / side, x / side + width / side, y / side + height / side]
      found.push([[[l, t], [r, t], [r, b], [l, b]], colour])
    }
    game.tiles.set(cell, found)
  }
  return game.tiles.get(cell)
}
