// How Snakebird is touched: arrows, swipes and taps move the bird in hand; its letter or a tap on it takes another in hand.
import { ARROWS, STEPS, circle, label, line, plus, polygon, rectangle, same, wayOf, wayTo } from '../../board/shapes.js'

const MARGIN = 0.3, SEAM = 0.03, HEADS = 'RGBACDEFHIJKLMNOPQSTUVW'
const COLOURS = ['pale-red', 'pale-green', 'pale-blue', 'pale-yellow', 'pale-purple']
const STAR = [[0, -0.46], [0.1, -0.14], [0.36, -0.36], [0.14, -0.1], [0.46, 0], [0.14, 0.1], [0.36, 0.36], [0.1, 0.14]]
const has = (cells, cell) => cells.some((each) => same(each, cell))
/** @type {(cell: number[]) => number[]} */
const middle = ([x, y]) => [MARGIN + x + 0.5, MARGIN + y + 0.5]
/** Compares numbers, or lists element by element, as Python does. */
const order = (a, b) => typeof a === 'number' ? a - b : a.map((each, n) => n < b.length ? order(each, b[n]) : 0).find(Boolean) ?? a.length - b.length

// The rules: motion.py says why.
const terrains = new WeakMap()
/** What never moves: 'ground' or 'spikes' by cell. */
const terrain = (puzzle) => terrains.get(puzzle) ?? terrains.set(puzzle, new Map(['ground', 'spikes'].flatMap((what) => puzzle[what].map((cell) => [cell.join(), what])))).get(puzzle)

/** The things of a position while a move is made, birds first, with what can happen to them. */
class Scene {
  constructor(puzzle, { birds, blocks, fruit }) {
    this.puzzle = puzzle, this.tiles = terrain(puzzle), this.fruit = fruit
    this.birds = birds.length, this.things = [...birds, ...blocks]
  }
  isOpen(cell) { return cell.every((side, n) => side >= 0 && side < [this.puzzle.width, this.puzzle.height][n]) && !this.tiles.has(cell.join()) }
  at() { return new Map(this.things.flatMap((cells, thing) => cells.map((cell) => [cell.join(), thing]))) }
  shift(some, by) { for (const thing of some) this.things[thing] = this.things[thing].map((cell) => plus(cell, by)) }
  onPortals() { const at = this.at(); return this.puzzle.portals.map((cell) => at.get(cell.join())) }
  pushed(bird, there, by) {
    const at = this.at(), some = [at.get(there.join())]
    if (some[0] === undefined || some[0] === bird) return some[0] === bird ? null : []
    for (const thing of some)
      for (const cell of this.things[thing]) {
        const beyond = plus(cell, by), other = at.get(beyond.join()) ?? thing
        if (!this.isOpen(beyond) || has(this.fruit, beyond)) return null
        if (other === bird) { if (!same(beyond, this.things[bird].at(-1))) return null } else if (!some.includes(other)) some.push(other)
      }
    return some
  }
  step(bird, by) {
    const body = this.things[bird], there = plus(body[0], by), eats = has(this.fruit, there)
    const some = !this.isOpen(there) ? null : eats ? [] : this.pushed(bird, there, by)
    if (!some) return false
    this.shift(some, by)
    this.fruit = this.fruit.filter((each) => !same(each, there))
    this.things[bird] = [there, ...(eats ? body : body.slice(0, -1))]
    return true
  }
  jump(before) {
    const { portals } = this.puzzle, now = this.onPortals(), arrived = [0, 1].filter((end) => now[end] !== undefined && now[end] !== before[end])
    let jumped = false
    for (const thing of new Set(arrived.map((end) => now[end]))) {
      const ways = arrived.filter((end) => now[end] === thing).map((end) => [0, 1].map((n) => portals[1 - end][n] - portals[end][n])), at = this.at()
      const fitting = ways.filter((by) => this.things[thing].map((cell) => plus(cell, by)).every((cell) => this.isOpen(cell) && !has(this.fruit, cell) && (at.get(cell.join()) ?? thing) === thing))
      if (fitting.length === 1) { this.shift([thing], fitting[0]); jumped = true }
    }
    return jumped
  }
  falling() {
    const at = this.at(), below = this.things.map((cells) => cells.map((cell) => plus(cell, STEPS.down)))
    const stands = (cell, thing) => this.tiles.get(cell.join()) === 'ground' || (this.tiles.has(cell.join()) && thing >= this.birds) || has(this.fruit, cell)
    let loose = [...this.things.keys()].filter((thing) => this.things[thing].length && !below[thing].some((cell) => stands(cell, thing)))
    const still = (some) => some.filter((thing) => below[thing].every((cell) => some.includes(at.get(cell.join()) ?? thing)))
    while (still(loose).length < loose.length) loose = still(loose)
    return loose
  }
  fall(some) {
    this.shift(some, STEPS.down)
    for (const thing of some) {
      const isOff = this.things[thing].some(([, y]) => y >= this.puzzle.height)
      if (thing < this.birds && (isOff || this.things[thing].some((cell) => this.tiles.has(cell.join())))) return false
      if (isOff) this.things[thing] = []
    }
    return true
  }
}

/** The position after a move, or null if it is not legal or a bird dies. */
function after(puzzle, state, bird, way) {
  const scene = new Scene(puzzle, state), { things } = scene, seen = new Set()
  let before = scene.onPortals()
  if (!scene.step(bird, STEPS[way])) return null
  for (;;) {
    if (!scene.fruit.length) for (let n = 0; n < scene.birds; n++) if (things[n].length && same(things[n][0], puzzle.exit)) things[n] = []
    const jumped = scene.jump(before)
    before = scene.onPortals()
    if (jumped) continue
    const some = scene.falling(), here = JSON.stringify(things)
    if (!some.length) return { birds: things.slice(0, scene.birds), blocks: things.slice(scene.birds).filter((block) => block.length).sort(order), fruit: scene.fruit }
    if (seen.has(here) || !scene.fall(some)) return null
    seen.add(here)
  }
}

export const starts = (puzzle) => [['1', { birds: puzzle.birds, blocks: puzzle.blocks, fruit: puzzle.fruit }]]
export const moves = (puzzle, state) => state.birds.flatMap((body, bird) => body.length ? Object.keys(STEPS).filter((way) => after(puzzle, state, bird, way)).map((way) => `${puzzle.names[bird]} ${way}`) : [])
export const apply = (puzzle, state, move) => after(puzzle, state, puzzle.names.indexOf(move[0]), move.slice(2))
export const isSolved = (puzzle, state) => state.birds.every((body) => !body.length)

/** The bird that arrows move: the one in hand, or else the first that is left. */
const active = (puzzle, state, hand) => state.birds[puzzle.names.indexOf(hand)]?.length ? hand : puzzle.names[state.birds.findIndex((body) => body.length)]
export const keys = (puzzle) => [...ARROWS, ...(puzzle.names.length > 1 ? [...puzzle.names].map((name) => ({ key: name, label: name, name: `bird ${name}` })) : [])]
export const tell = (puzzle, state, hand) => {
  const told = [...puzzle.names].flatMap((name, n) => state.birds[n].length ? [`${name} r${state.birds[n][0][1] + 1}c${state.birds[n][0][0] + 1}`] : [])
  return [...told, ...(puzzle.names.length > 1 && told.length ? [`→ ${active(puzzle, state, hand)}`] : []), `${puzzle.fruit.length - state.fruit.length} / ${puzzle.fruit.length}`]
}

export function moveFor(puzzle, state, gesture, hand) {
  const name = active(puzzle, state, hand), letter = gesture.type === 'key' ? [...puzzle.names].indexOf(gesture.key.toUpperCase()) : -1
  if (letter >= 0) return state.birds[letter].length ? { hand: puzzle.names[letter] } : null
  let way = wayOf(gesture)
  if (gesture.type === 'tap') {
    const cell = [Math.floor(gesture.x - MARGIN), Math.floor(gesture.y - MARGIN)], touched = state.birds.findIndex((body) => has(body, cell))
    if (touched >= 0 && puzzle.names[touched] !== name) return { hand: puzzle.names[touched] }
    way = wayTo(middle(state.birds[puzzle.names.indexOf(name)][0]), [gesture.x, gesture.y], 0.4)
  }
  return way && after(puzzle, state, puzzle.names.indexOf(name), way) ? `${name} ${way}` : null
}

function bird(name, body) {
  if (!body.length) return []
  const colour = COLOURS[HEADS.indexOf(name) % COLOURS.length], band = body.map(middle)
  const strokes = band.length > 1 ? [line(band, 'ink', 0.66), line(band, colour, 0.54)] : []
  return [...strokes, circle(band[0], 0.42, colour, 'ink', 0.07), label(band[0], name, 0.56, `on-${colour}`, true)]
}

function block(cells) {
  const isApart = ([one, other]) => Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) > 1
  const drawn = cells.slice(1).map((cell, n) => [cells[n], cell]).filter(isApart).map((ends) => line(ends.map(middle), 'item-edge', 0.09))
  for (const [x, y] of cells) {
    drawn.push(rectangle(MARGIN + x + 0.1, MARGIN + y + 0.1, 0.8, 0.8, 'item', 'item-edge', 0.07))
    for (const by of [[1, 0], [0, 1]]) if (has(cells, plus([x, y], by))) drawn.push(line([middle([x, y]), middle(plus([x, y], by))], 'item-edge', 0.09))
  }
  return drawn
}

export function shapes(puzzle, state, hand) {
  const { width, height } = puzzle, [right, bottom] = [MARGIN + width, MARGIN + height]
  const drawn = [rectangle(MARGIN, MARGIN, width, height, 'floor'), circle(middle(puzzle.exit), 0.42, null, 'target', 0.06), circle(middle(puzzle.exit), state.fruit.length ? 0.1 : 0.28, 'target')]
  for (const [x, y] of puzzle.portals.map(middle))
    for (const size of [0.44, 0.22]) drawn.push(polygon([[x, y - size], [x + size, y], [x, y + size], [x - size, y]], null, 'player', 0.07))
  for (const [x, y] of puzzle.ground) {
    const beside = has(puzzle.ground, [x + 1, y]), below = has(puzzle.ground, [x, y + 1]) && (!beside || has(puzzle.ground, [x + 1, y + 1]))
    drawn.push(rectangle(MARGIN + x, MARGIN + y, 1 + SEAM * beside, 1 + SEAM * below, 'brick'))
  }
  for (const at of puzzle.spikes.map(middle)) drawn.push(polygon([...STAR, ...STAR.map(([a, b]) => [-a, -b])].map((by) => plus(at, by)), 'wall'))
  for (const [x, y] of [...state.fruit].sort(order).map(middle)) drawn.push(circle([x, y + 0.06], 0.26, 'item', 'item-edge', 0.05), line([[x, y - 0.2], [x + 0.14, y - 0.36]], 'item-edge', 0.07))
  drawn.push(...state.blocks.flatMap(block), ...state.birds.flatMap((body, n) => bird(puzzle.names[n], body)))
  if (state.birds[puzzle.names.indexOf(hand)]?.length) drawn.push(circle(middle(state.birds[puzzle.names.indexOf(hand)][0]), 0.49, null, 'ink', 0.05))
  return [...drawn, line([[MARGIN, bottom], [MARGIN, MARGIN], [right, MARGIN], [right, bottom]], 'ink', 0.08), line(Array.from({ length: 2 * width + 1 }, (_, x) => [MARGIN + x / 2, bottom + (x % 2 ? 0.2 : 0.08)]), 'soft', 0.04)]
}
