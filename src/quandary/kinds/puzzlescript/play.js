// How a PuzzleScript level is played: arrows, swipes or taps beside the player move it, x and a tap on it are action.
// The rules are those of turn.py and stage.py. A cell is a number with a bit for each object, and its movement one with
// five bits for each layer; both may have more bits than a number holds, so they are BigInts.
import { ARROWS, polygon, wayOf, wayTo } from '../../board/shapes.js'

const NAMES = ['up', 'left', 'down', 'right', 'action']
const FORCES = { up: 1n, left: 4n, down: 2n, right: 8n, action: 16n }
const EDGE = 0.05, MOST_AGAINS = 1000, MOST_KNOWN = 2000
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
  /** @type {(cell: bigint, mask: bigint, whole: boolean) => boolean} */
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
  let mark = stage // an earlier stage: if it comes again, it always will
  for (let turns = 1; stage.more && !stage.won && turns <= MOST_AGAINS; turns++) {
    if (!(turns & (turns - 1))) mark = stage
    stage = goOn(game, stage.cells, stage.target, 0n)
    if (equal(stage.cells, mark.cells) && equal(stage.target, mark.target)) break
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
  const at = state.cells.findIndex((/** @type {bigint} */ cell) => (cell & gameOf(puzzle).player) !== 0n)
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
  return state.cells.flatMap((cell, at) => tile(puzzle, cell).map(([points, fill, stroke, wide]) =>
    polygon(points.map(([x, y]) => [Math.floor(at / puzzle.height) + x, (at % puzzle.height) + y]), fill, stroke, wide)))
}

// The picture of a cell: its commonest colour, and the others in rectangles, as wide and then as high as they can be.
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
    const found = [], count = new Map()
    for (const colour of left.values()) count.set(colour, (count.get(colour) ?? 0) + 1)
    if (left.size === side * side) {
      const ground = [...count].reduce((most, each) => each[1] > most[1] ? each : most)[0]
      found.push([[[0, 0], [1, 0], [1, 1], [0, 1]], ground, ground, EDGE])
      left.forEach((colour, spot) => { if (colour === ground) left.delete(spot) })
    }
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

// One turn, as turn.py plays it: rules, movements, late rules.

const UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8
const LAYER = 5n, ANY = 31n, ACTION = 16n
const MOST_ROUNDS = 200, CALM = 2, MOST_RETRIES = 50

/** Run a turn: the cells afterwards, and the commands that rules gave. A cancelled turn leaves the cells as they were. */
function turn(game, start, force) {
  const { width, height } = game, steps = { [UP]: -1, [DOWN]: 1, [LEFT]: -height, [RIGHT]: height }
  let cells = /** @type {bigint[]} */ ([...start]), moves = cells.map(() => 0n), rigid = new Map(), commands = new Set()
  const hasPlayer = (/** @type {bigint} */ cell) => game.playerIsWhole ? (cell & game.player) === game.player : (cell & game.player) !== 0n
  const places = force ? [...cells.keys()].filter((at) => hasPlayer(cells[at])) : []
  for (const at of places) game.layers.forEach((mask, layer) => { if (cells[at] & game.player & mask) moves[at] |= force << LAYER * BigInt(layer) })
  const pushed = [...moves], banned = new Set()

  const cellFits = (pattern, at) => (cells[at] & pattern.need) === pattern.need && !(cells[at] & pattern.forbid)
    && (moves[at] & pattern.moving) === pattern.moving && !(moves[at] & pattern.still) && pattern.anyOf.every((each) => cells[at] & each)
  const runFits = (run, at, step) => run.every((pattern, number) => cellFits(pattern, at + number * step))

  // The places where a row fits: its first cell and the lengths of its gaps.
  function find(row, way) {
    const runs = [[]]
    for (const each of row) if (each === null) runs.push([]); else runs.at(-1).push(each)
    const span = runs.flat().length, across = way === LEFT || way === RIGHT, back = way === UP || way === LEFT, step = steps[way]
    const length = across ? width : height, found = []
    for (let line = 0; line < (across ? height : width); line++)
      for (let i = back ? span - 1 : 0; i < (back ? length : length - span + 1); i++) {
        const at = across ? i * height + line : line * height + i, room = (back ? i : length - 1 - i) - span + 1
        if (!runFits(runs[0], at, step)) continue
        if (runs.length === 1) { found.push([at]); continue }
        for (let gap = 0; gap <= room; gap++) {
          const second = at + (runs[0].length + gap) * step
          if (!runFits(runs[1], second, step)) continue
          if (runs.length === 2) { found.push([at, gap]); continue }
          for (let other = 0; gap + other <= room; other++)
            if (runFits(runs[2], second + (runs[1].length + other) * step, step)) found.push([at, gap, other])
        }
      }
    return found
  }

  function covered(row, [first, ...gaps], step) {
    let at = first
    const found = []
    for (const each of row) {
      if (each === null) { at += gaps.shift() * step; continue }
      found.push([each, at])
      at += step
    }
    return found
  }

  function markRigid(rule, layers, at) {
    const [groups, applied] = rigid.get(at) ?? [0n, 0n]
    const marks = layers & game.layers.reduce((sum, _, layer) => sum | BigInt(rule.rigid + 1) << LAYER * BigInt(layer), 0n)
    if (!(marks & ~groups) || !(layers & ~applied)) return false
    rigid.set(at, [groups | marks, applied | layers])
    return true
  }

  /** @type {(rule: any, change: Record<string, bigint>, at: number) => boolean} */
  function changeCell(rule, change, at) {
    const cell = cells[at] & ~change.clear | change.put, moving = moves[at] & ~(change.stop | change.layers) | change.move
    const isRigid = rule.rigid >= 0 && markRigid(rule, change.layers, at)
    if (cell === cells[at] && moving === moves[at] && !isRigid) return false
    cells[at] = cell
    moves[at] = moving
    return true
  }

  function give(rule) {
    const given = rule.commands
    if (!given.length || commands.has('cancel') || (commands.has('restart') && !given.includes('cancel'))) return
    if (given.includes('cancel') || given.includes('restart')) commands = new Set()
    for (const each of given) commands.add(each)
  }

  function applyRule(rule) {
    const matches = []
    for (const row of rule.rows) {
      const found = find(row, rule.way)
      if (!found.length) return false
      matches.push(found)
    }
    const step = steps[rule.way], chosen = matches.map(() => 0)
    let changed = false, first = true
    while (rule.changes) {
      const all = rule.rows.map((row, number) => covered(row, matches[number][chosen[number]], step))
      if (first || all.every((row) => row.every(([pattern, at]) => cellFits(pattern, at))))
        for (const row of all) for (const [pattern, at] of row) if (pattern.change) changed = changeCell(rule, pattern.change, at) || changed
      first = false
      let row = 0 // the first row's places change fastest
      while (row < chosen.length && ++chosen[row] === matches[row].length) chosen[row++] = 0
      if (row === chosen.length) break
    }
    give(rule)
    return changed
  }

  function applyGroup(group) {
    let ever = false, last = ''
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let changed = false
      for (const rule of group.rules) changed = applyRule(rule) || changed
      if (!changed) break
      ever = true
      const now = round > CALM ? seen() : ''
      if (now && now === last) break // this round only repeated the one before it
      last = now
    }
    return ever
  }

  const seen = () => `${cells} ${moves} ${[...rigid]}` // all that the next round depends on

  function applyGroups(groups, without) {
    let rounds = 0, changed = false, last = ''
    for (let number = 0; number < groups.length;) {
      if (!without.has(number)) changed = applyGroup(groups[number]) || changed
      if (changed && groups[number].backTo >= 0) {
        const now = rounds > CALM ? `${number} ${seen()}` : ''
        if (++rounds > MOST_ROUNDS || (now && now === last)) return
        last = now
        number = groups[number].backTo
        changed = false
      } else number++
    }
  }

  /** @type {(at: number, mask: bigint, way: bigint) => boolean} */
  function moveLayer(at, mask, way) {
    if (way === ACTION) return true
    const column = Math.floor(at / height), row = at % height
    const room = { [UP]: row, [DOWN]: height - 1 - row, [LEFT]: column, [RIGHT]: width - 1 - column }[Number(way)] ?? 0
    const there = at + steps[Number(way)]
    if (!room || cells[there] & mask) return false
    cells[there] |= cells[at] & mask
    cells[at] &= ~mask
    return true
  }

  // Moves everything that can move, and says whether to begin anew without further rigid groups.
  function moveAll() {
    for (let moved = true; moved;) {
      moved = false
      for (let at = 0; at < cells.length; at++) {
        if (!moves[at]) continue
        game.layers.forEach((mask, number) => {
          const shift = LAYER * BigInt(number), way = moves[at] >> shift & ANY
          if (!way || !moveLayer(at, mask, way)) return
          moves[at] &= ~(ANY << shift)
          moved = true
        })
      }
    }
    let anew = false
    for (const [at, [groups, applied]] of rigid) {
      const stuck = moves[at] & applied
      if (!stuck) continue
      const layer = game.layers.findIndex((_, number) => stuck >> LAYER * BigInt(number) & ANY)
      const group = game.rigidGroups[Number(groups >> LAYER * BigInt(layer) & ANY) - 1]
      anew = anew || !banned.has(group)
      banned.add(group)
    }
    moves = cells.map(() => 0n)
    rigid = new Map()
    return anew
  }

  for (let tries = 0; tries < MOST_RETRIES; tries++) {
    applyGroups(game.early, banned)
    if (!moveAll()) { applyGroups(game.late, new Set()); break }
    cells = [...start]
    moves = [...pushed]
    commands = new Set()
  }
  if (places.length && game.mustMove && places.every((at) => cells[at] & game.player)) commands = new Set(['cancel'])
  return { cells: commands.has('cancel') ? start : cells, commands }
}
