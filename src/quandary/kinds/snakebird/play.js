// How Snakebird is touched: arrows, swipes and taps move the bird in hand; its letter or a tap on it takes another in hand.
import { ARROWS, STEPS, circle, label, line, polygon, rectangle, same, wayOf } from '../../board/shapes.js'

const MARGIN = 0.3, SEAM = 0.03, HEADS = 'RGBACDEFHIJKLMNOPQSTUVW'
const COLOURS = ['pale-red', 'pale-green', 'pale-blue', 'pale-yellow', 'pale-purple']
const STAR = [[0, -0.46], [0.1, -0.14], [0.36, -0.36], [0.14, -0.1], [0.46, 0], [0.14, 0.1], [0.36, 0.36], [0.1, 0.14]]
const plus = ([x, y], [dx, dy]) => [x + dx, y + dy]
const has = (cells, cell) => cells.some((each) => same(each, cell))
const middle = ([x, y]) => [MARGIN + x + 0.5, MARGIN + y + 0.5]
/** Compares numbers, or lists element by element, as Python does. */
const order = (a, b) => {
  if (typeof a === 'number') return a - b
  for (let n = 0; n < Math.min(a.length, b.length); n++) { const difference = order(a[n], b[n]); if (difference) return difference }
  return a.length - b.length
}

// The rules: motion.py says why.

const terrains = new WeakMap()
/** What never moves: 'ground' or 'spikes' by cell. */
function terrain(puzzle) {
  if (!terrains.has(puzzle)) terrains.set(puzzle, new Map([...puzzle.ground.map((cell) => [cell.join(), 'ground']), ...puzzle.spikes.map((cell) => [cell.join(), 'spikes'])]))
  return terrains.get(puzzle)
}

/** The position after a move, or null if it is not legal or a bird dies. Birds come first among the things. */
function after(puzzle, state, bird, way) {
  const tiles = terrain(puzzle), birds = state.birds.length, things = [...state.birds, ...state.blocks]
  let fruit = state.fruit
  const isOpen = ([x, y]) => x >= 0 && y >= 0 && x < puzzle.width && y < puzzle.height && !tiles.has([x, y].join())
  const places = () => { const at = new Map(); things.forEach((cells, thing) => cells.forEach((cell) => at.set(cell.join(), thing))); return at }
  const shift = (some, by) => { for (const thing of some) things[thing] = things[thing].map((cell) => plus(cell, by)) }
  const onPortals = () => { const at = places(); return puzzle.portals.map((cell) => at.get(cell.join())) }

  function pushed(there) {
    const at = places(), body = things[bird], some = [at.get(there.join())]
    if (some[0] === undefined) return []
    if (some[0] === bird) return null
    for (const thing of some)
      for (const cell of things[thing]) {
        const beyond = plus(cell, STEPS[way]), other = at.get(beyond.join()) ?? thing
        if (!isOpen(beyond) || has(fruit, beyond)) return null
        if (other === bird) { if (!same(beyond, body.at(-1))) return null } else if (!some.includes(other)) some.push(other)
      }
    return some
  }

  function step() {
    const body = things[bird], there = plus(body[0], STEPS[way])
    if (!isOpen(there)) return false
    if (has(fruit, there)) {
      fruit = fruit.filter((each) => !same(each, there))
      things[bird] = [there, ...body]
      return true
    }
    const some = pushed(there)
    if (!some) return false
    shift(some, STEPS[way])
    things[bird] = [there, ...body.slice(0, -1)]
    return true
  }

  function jump(before) {
    const now = onPortals(), arrived = [0, 1].filter((end) => now[end] !== undefined && now[end] !== before[end])
    let jumped = false
    for (const thing of new Set(arrived.map((end) => now[end]))) {
      const ways = arrived.filter((end) => now[end] === thing).map((end) => [0, 1].map((n) => puzzle.portals[1 - end][n] - puzzle.portals[end][n]))
      const at = places(), fits = (by) => things[thing].map((cell) => plus(cell, by)).every((cell) => isOpen(cell) && !has(fruit, cell) && (at.get(cell.join()) ?? thing) === thing)
      const fitting = ways.filter(fits)
      if (fitting.length === 1) { shift([thing], fitting[0]); jumped = true }
    }
    return jumped
  }

  function falling() {
    const at = places(), below = things.map((cells) => cells.map((cell) => plus(cell, STEPS.down)))
    const stands = (cell, thing) => { const tile = tiles.get(cell.join()); return tile === 'ground' || (tile === 'spikes' && thing >= birds) || has(fruit, cell) }
    const held = new Set([...things.keys()].filter((thing) => below[thing].some((cell) => stands(cell, thing))))
    for (let more = true; more;) {
      more = false
      things.forEach((_, thing) => { if (!held.has(thing) && below[thing].some((cell) => held.has(at.get(cell.join())))) { held.add(thing); more = true } })
    }
    return [...things.keys()].filter((thing) => things[thing].length && !held.has(thing))
  }

  function fall(some) {
    shift(some, STEPS.down)
    for (const thing of some) {
      const isOff = things[thing].some(([, y]) => y >= puzzle.height)
      if (thing < birds && (isOff || things[thing].some((cell) => tiles.has(cell.join())))) return false
      if (isOff) things[thing] = []
    }
    return true
  }

  let before = puzzle.portals.length ? onPortals() : []
  if (!step()) return null
  for (const seen = new Set(); ;) {
    if (!fruit.length) for (let n = 0; n < birds; n++) if (things[n].length && same(things[n][0], puzzle.exit)) things[n] = []
    const jumped = puzzle.portals.length > 0 && jump(before)
    before = puzzle.portals.length ? onPortals() : []
    if (jumped) continue
    const some = falling()
    if (!some.length) break
    const here = JSON.stringify(things)
    if (seen.has(here) || !fall(some)) return null
    seen.add(here)
  }
  return { birds: things.slice(0, birds), blocks: things.slice(birds).filter((block) => block.length).sort(order), fruit }
}

const parts = (puzzle, move) => { const [name, way] = move.split(' '); return [puzzle.names.indexOf(name), way] }

export const starts = (puzzle) => [['1', { birds: puzzle.birds, blocks: puzzle.blocks, fruit: puzzle.fruit }]]
export const moves = (puzzle, state) => state.birds.flatMap((body, bird) => body.length ? Object.keys(STEPS).filter((way) => after(puzzle, state, bird, way)).map((way) => `${puzzle.names[bird]} ${way}`) : [])
export const apply = (puzzle, state, move) => after(puzzle, state, ...parts(puzzle, move))
export const isSolved = (puzzle, state) => state.birds.every((body) => !body.length)

// The hand

/** The bird that arrows move: the one in hand, or else the first that is left. */
const active = (puzzle, state, hand) => state.birds[puzzle.names.indexOf(hand)]?.length ? hand : puzzle.names[state.birds.findIndex((body) => body.length)]
export const keys = (puzzle) => [...ARROWS, ...(puzzle.names.length > 1 ? [...puzzle.names].map((name) => ({ key: name, label: name, name: `bird ${name}` })) : [])]
export const tell = (puzzle, state, hand) => {
  const told = [...puzzle.names].flatMap((name, n) => state.birds[n].length ? [`${name} r${state.birds[n][0][1] + 1}c${state.birds[n][0][0] + 1}`] : [])
  return [...told, ...(puzzle.names.length > 1 && told.length ? [`→ ${active(puzzle, state, hand)}`] : []), `${puzzle.fruit.length - state.fruit.length} / ${puzzle.fruit.length}`]
}

export function moveFor(puzzle, state, gesture, hand) {
  const name = active(puzzle, state, hand)
  if (gesture.type === 'key' && puzzle.names.includes(gesture.key.toUpperCase()))
    return state.birds[puzzle.names.indexOf(gesture.key.toUpperCase())].length ? { hand: gesture.key.toUpperCase() } : null
  let way = wayOf(gesture)
  if (gesture.type === 'tap') {
    const cell = [Math.floor(gesture.x - MARGIN), Math.floor(gesture.y - MARGIN)], touched = state.birds.findIndex((body) => has(body, cell))
    if (touched >= 0 && puzzle.names[touched] !== name) return { hand: puzzle.names[touched] }
    const [x, y] = middle(state.birds[puzzle.names.indexOf(name)][0]), dx = gesture.x - x, dy = gesture.y - y
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.4) return null
    way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up'
  }
  return way && after(puzzle, state, puzzle.names.indexOf(name), way) ? `${name} ${way}` : null
}

// The picture: draw.py

function bird(name, body) {
  if (!body.length) return []
  const colour = COLOURS[HEADS.indexOf(name) % COLOURS.length], band = body.map(middle)
  const strokes = band.length > 1 ? [line(band, 'ink', 0.66), line(band, colour, 0.54)] : []
  return [...strokes, circle(band[0], 0.42, colour, 'ink', 0.07), label(band[0], name, 0.56, `on-${colour}`, true)]
}

function block(cells) {
  const drawn = []
  for (let n = 1; n < cells.length; n++) {
    const [one, other] = [cells[n - 1], cells[n]]
    if (Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) > 1) drawn.push(line([middle(one), middle(other)], 'item-edge', 0.09))
  }
  for (const [x, y] of cells) {
    drawn.push(rectangle(MARGIN + x + 0.1, MARGIN + y + 0.1, 0.8, 0.8, 'item', 'item-edge', 0.07))
    for (const by of [[1, 0], [0, 1]]) if (has(cells, plus([x, y], by))) drawn.push(line([middle([x, y]), middle(plus([x, y], by))], 'item-edge', 0.09))
  }
  return drawn
}

export function shapes(puzzle, state, hand) {
  const { width, height } = puzzle, [right, bottom] = [MARGIN + width, MARGIN + height]
  const drawn = [rectangle(MARGIN, MARGIN, width, height, 'floor')]
  drawn.push(circle(middle(puzzle.exit), 0.42, null, 'target', 0.06), circle(middle(puzzle.exit), state.fruit.length ? 0.1 : 0.28, 'target'))
  for (const [x, y] of puzzle.portals.map(middle))
    for (const size of [0.44, 0.22]) drawn.push(polygon([[x, y - size], [x + size, y], [x, y + size], [x - size, y]], null, 'player', 0.07))
  for (const [x, y] of puzzle.ground) {
    const beside = has(puzzle.ground, [x + 1, y]), below = has(puzzle.ground, [x, y + 1]) && (!beside || has(puzzle.ground, [x + 1, y + 1]))
    drawn.push(rectangle(MARGIN + x, MARGIN + y, 1 + SEAM * beside, 1 + SEAM * below, 'brick'))
  }
  for (const [x, y] of puzzle.spikes.map(middle)) {
    const half = STAR.map((by) => plus([x, y], by))
    drawn.push(polygon([...half, ...half.map(([a, b]) => [2 * x - a, 2 * y - b])], 'wall'))
  }
  for (const [x, y] of [...state.fruit].sort(order).map(middle)) drawn.push(circle([x, y + 0.06], 0.26, 'item', 'item-edge', 0.05), line([[x, y - 0.2], [x + 0.14, y - 0.36]], 'item-edge', 0.07))
  drawn.push(...state.blocks.flatMap(block), ...state.birds.flatMap((body, n) => bird(puzzle.names[n], body)))
  if (hand && state.birds[puzzle.names.indexOf(hand)]?.length) drawn.push(circle(middle(state.birds[puzzle.names.indexOf(hand)][0]), 0.49, null, 'ink', 0.05))
  drawn.push(line([[MARGIN, bottom], [MARGIN, MARGIN], [right, MARGIN], [right, bottom]], 'ink', 0.08))
  return [...drawn, line(Array.from({ length: 2 * width + 1 }, (_, x) => [MARGIN + x / 2, bottom + (x % 2 ? 0.2 : 0.08)]), 'soft', 0.04)]
}
