// The places of a board at which something can be changed, and the way from one to the next. No document.

const SAME = 1e-3
const NEAR = 0.2 // pictures show what lies closer as one thing

/**
 * Return the spots of some changes: {x, y, changes: numbers, reach}. `reach` is how far a spot is from its nearest neighbour.
 * @param {{at: [number, number] | null}[]} changes
 */
export function spotsOf(changes) {
  const spots = []
  changes.forEach((change, number) => {
    if (!change.at) return
    const [x, y] = change.at, near = spots.find((spot) => Math.hypot(spot.x - x, spot.y - y) < NEAR)
    if (near) near.changes.push(number)
    else spots.push({ x, y, changes: [number], reach: Infinity })
  })
  for (const one of spots) for (const other of spots)
    if (one !== other) one.reach = Math.min(one.reach, Math.hypot(one.x - other.x, one.y - other.y))
  for (const one of spots) if (!Number.isFinite(one.reach)) one.reach = 1
  return spots.map((spot, number) => ({ ...spot, number })).sort((a, b) => a.y - b.y || a.x - b.x)
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }

/** Return the index of the spot that an arrow key leads to, the same one at the border. */
export function stepped(spots, at, key) {
  if (!spots.length) return null
  if (at === null || !spots[at]) return 0
  if (key === 'Home') return 0
  if (key === 'End') return spots.length - 1
  const [dx, dy] = WAYS[key], here = spots[at]
  let best = at, least = Infinity
  spots.forEach((spot, number) => {
    const along = (spot.x - here.x) * dx + (spot.y - here.y) * dy, across = Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx)
    if (along <= SAME || across > along + SAME) return // straight on before sideways
    const cost = along + 3 * across
    if (cost < least) { least = cost; best = number }
  })
  return best
}

/** Return the index of the spot nearest to a point, null if there is none. */
export function nearest(spots, x, y) {
  let best = null, least = Infinity
  spots.forEach((spot, number) => {
    const apart = Math.hypot(spot.x - x, spot.y - y)
    if (apart < least) { least = apart; best = number }
  })
  return best
}

/** Return the index of the spot at a place, null if there is none. */
export const indexAt = (spots, x, y) => {
  const found = spots.findIndex((spot) => Math.hypot(spot.x - x, spot.y - y) < NEAR)
  return found < 0 ? null : found
}

/** Return what a change does wherever it is done: its words without places, as the server's brush has them. */
export const brushOf = (change) => `${change.verb}: ${change.words.replace(/r\d+c\d+/g, ' ').split(/\s+/).filter(Boolean).join(' ')}`

/** Return a change in few words: without its place, which the board shows. */
export function shortWords(words) {
  const short = words.replace(/\s*(at|from|between points?|at points?|to|and|between|by the \S+ at)\s+(?:points?\s+)?r\d+c\d+/g, '').replace(/\s+(between points?|at point)$/, '').trim()
  return (short || words).replace(/^with (?=\S)/, '').replace(/^the (?=\d+$)/, '').replace(/^\w(?=\w)/, (letter) => letter.toUpperCase())
}
