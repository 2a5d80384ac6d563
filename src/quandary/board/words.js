// Which rules the marks on a board break, and where: the words of pencil puzzles as far as they can be seen at a glance.
// What is not here is left to the judge. A rule is told broken only if no way to go on keeps it.

export const OPEN = -1
const NO = 0, YES = 1

/** Return the spots at fault if not from `least` to `most` of some spots can have a value. */
function counted(state, scope, value, least, most) {
  const sure = scope.filter((spot) => state[spot] === value)
  const free = scope.filter((spot) => state[spot] === OPEN)
  return sure.length > most ? sure : sure.length + free.length < least ? scope : null
}

function beside(links) {
  const near = new Map()
  for (const [one, other] of links) for (const [a, b] of [[one, other], [other, one]]) near.set(a, [...(near.get(a) ?? []), b])
  return near
}
const NEAR = new WeakMap()
const nearOf = (links) => { if (!NEAR.has(links)) NEAR.set(links, beside(links)); return NEAR.get(links) }

function spread(start, near, enters) {
  const reached = new Set([start]), queue = [start]
  for (const spot of queue) for (const other of near.get(spot) ?? []) if (!reached.has(other) && enters(other)) { reached.add(other); queue.push(other) }
  return reached
}

function twice(state, scope) {
  const seen = new Map()
  for (const spot of scope) {
    if (state[spot] === OPEN) continue
    if (seen.has(state[spot])) return [seen.get(state[spot]), spot]
    seen.set(state[spot], spot)
  }
  return null
}

function total({ n, scope, operation, different }, state) {
  const again = different ? twice(state, scope) : null
  if (again || n === null) return again
  const values = scope.map((spot) => state[spot]).filter((value) => value !== OPEN).sort((a, b) => b - a)
  const whole = values.length === scope.length, [largest, ...others] = values
  const sum = values.reduce((a, b) => a + b, 0), product = values.reduce((a, b) => a * b, 1)
  const wrong = operation === 'sum' ? sum > n || (whole && sum !== n)
    : operation === 'product' ? (product ? n % product !== 0 : n !== 0) || (whole && product !== n)
      : whole && (operation === 'difference' ? 2 * largest - sum !== n : largest !== n * others.reduce((a, b) => a * b, 1))
  return wrong ? scope : null
}

/** Go along a line with all the places where its runs could be. */
function runs({ lengths, scope }, state) {
  const steps = lengths.flatMap((length) => [...Array(length).fill(YES), NO]).slice(0, -1)
  let now = new Set([0])
  for (const spot of scope) {
    const next = new Set()
    for (const at of now) {
      const waits = at === steps.length || (steps[at] === YES && (at === 0 || steps[at - 1] === NO))
      if (state[spot] !== YES && waits) next.add(at)
      if (at < steps.length && (state[spot] === OPEN || state[spot] === steps[at])) next.add(at + 1)
    }
    now = next
  }
  return now.has(steps.length) ? null : scope
}

function sees({ n, spot, rays }, state) {
  if (state[spot] === YES) return [spot]
  let least = 1, most = 1
  for (const ray of rays) {
    const open = ray.findIndex((each) => state[each] !== NO), wall = ray.findIndex((each) => state[each] === YES)
    least += open < 0 ? ray.length : open
    most += wall < 0 ? ray.length : wall
  }
  return least > n || most < n ? [spot, ...rays.flat()] : null
}

function connected({ scope, links, value }, state) {
  const sure = scope.filter((spot) => state[spot] === value)
  if (!sure.length) return null
  const inside = spread(sure[0], nearOf(links), (spot) => state[spot] === value || state[spot] === OPEN)
  const apart = sure.filter((spot) => !inside.has(spot))
  return apart.length ? apart : null
}

function area({ n, spot, links, rivals, value }, state) {
  if (state[spot] !== value && state[spot] !== OPEN) return [spot]
  const own = spread(spot, nearOf(links), (each) => state[each] === value)
  const merged = rivals.filter((each) => own.has(each))
  if (merged.length) return [spot, ...merged]
  if (!n) return null
  const room = spread(spot, nearOf(links), (each) => (state[each] === value || state[each] === OPEN) && !rivals.includes(each))
  return own.size > n ? [...own] : room.size < n ? [...room] : null
}

function areas({ scope, links, sizes, value }, state) {
  const numbered = new Set(sizes.map(([spot]) => spot))
  for (const [spot, n] of sizes) {
    if (state[spot] !== value && state[spot] !== OPEN) return [spot]
    const own = spread(spot, nearOf(links), (each) => state[each] === value)
    if ((n && own.size > n) || [...own].some((each) => each !== spot && numbered.has(each))) return [...own]
  }
  for (const spot of scope) {
    if (state[spot] !== value) continue
    const room = spread(spot, nearOf(links), (each) => state[each] === value || state[each] === OPEN)
    if (![...room].some((each) => numbered.has(each))) return [...spread(spot, nearOf(links), (each) => state[each] === value)]
  }
  return null
}

/** Follow the lines: a loop that is closed leaves no other line. */
function oneLoop({ scope, ends }, state) {
  const drawn = scope.map((spot, at) => [spot, ends[at]]).filter(([spot]) => state[spot] === YES)
  const whole = !scope.some((spot) => state[spot] === OPEN)
  if (!drawn.length) return whole ? scope : null
  const at = new Map()
  for (const [spot, both] of drawn) for (const end of both) at.set(end, [...(at.get(end) ?? []), spot])
  const branch = [...at.values()].find((some) => some.length > 2)
  if (branch) return branch
  const endsOf = new Map(drawn)
  const left = new Set(endsOf.keys())
  while (left.size) {
    const group = new Set(), queue = [[...left][0]]
    for (const spot of queue) {
      if (group.has(spot)) continue
      group.add(spot)
      left.delete(spot)
      for (const end of endsOf.get(spot)) queue.push(...at.get(end))
    }
    const closed = [...group].every((spot) => endsOf.get(spot).every((end) => at.get(end).length === 2))
    if (closed ? group.size < drawn.length : whole) return [...group]
  }
  return null
}

/** Join the ends of lines one after the other: a line between ends that are joined closes a loop. */
function noLoop({ scope, ends, others }, state) {
  const group = new Map(), root = (end) => { while (group.has(end)) end = group.get(end); return end }
  for (const [at, spot] of scope.entries()) {
    if (state[spot] === OPEN) continue
    const [one, other] = (state[spot] === YES ? ends : others)[at].map(root)
    if (one === other) return scope.filter((each, n) => state[each] !== OPEN && root((state[each] === YES ? ends : others)[n][0]) === one)
    group.set(one, other)
  }
  return null
}

/** Whether each list of options can give one of them to itself alone. */
function matched(options) {
  const taken = new Map()
  const finds = (one, seen) => options[one].some((option) => {
    if (seen.has(option)) return false
    seen.add(option)
    if (taken.has(option) && !finds(taken.get(option), seen)) return false
    taken.set(option, one)
    return true
  })
  return options.every((_, one) => finds(one, new Set()))
}

function paired({ scope, near }, state) {
  const places = new Map()
  near.forEach((spots, at) => spots.forEach((spot) => places.set(spot, [...(places.get(spot) ?? []), at])))
  const sure = scope.filter((spot) => state[spot] === YES), lost = sure.filter((spot) => !places.has(spot))
  if (lost.length) return lost
  if (!matched(near.map((spots) => spots.filter((spot) => state[spot] !== NO)))) return scope
  return matched(sure.map((spot) => places.get(spot))) ? null : sure
}

function straight({ scope }, state) {
  const values = scope.map((spot) => state[spot]).filter((value) => value !== OPEN)
  if (values.length === scope.length && twice(state, scope)) return scope
  return values.length && Math.max(...values) - Math.min(...values) >= scope.length ? scope : null
}

/** Count what is seen up to the first open cell. */
function skyline({ n, scope }, state) {
  const end = scope.findIndex((spot) => state[spot] === OPEN), known = (end < 0 ? scope : scope.slice(0, end)).map((spot) => state[spot])
  const seen = known.filter((value, at) => known.slice(0, at).every((other) => other < value)).length
  return seen > n || (end < 0 && seen < n) ? scope : null
}

const BREAKS = {
  exactly: ({ n, scope, value }, state) => counted(state, scope, value, n, n),
  at_least: ({ n, scope, value }, state) => counted(state, scope, value, n, scope.length),
  at_most: ({ n, scope, value }, state) => counted(state, scope, value, 0, n),
  no_square: ({ scope, value }, state) => counted(state, scope, value, 0, scope.length - 1),
  touches: ({ n, spot, around, value }, state) => state[spot] === value ? counted(state, around, value, n, n) : null,
  passes: ({ scope }, state) => {
    const sure = scope.filter((spot) => state[spot] === YES)
    return sure.length > 2 || (sure.length === 1 && !scope.some((spot) => state[spot] === OPEN)) ? sure : null
  },
  different: ({ scope }, state) => twice(state, scope),
  less: ({ scope: [a, b] }, state) => state[a] !== OPEN && state[b] !== OPEN && state[a] >= state[b] ? [a, b] : null,
  table: ({ scope, rows }, state) => rows.some((row) => row.every((value, at) => state[scope[at]] === OPEN || state[scope[at]] === value)) ? null : scope,
  total, runs, sees, straight, skyline, paired, connected, area, areas, one_loop: oneLoop, no_loop: noLoop,
  one_of: ({ scope, marked, free }, state) => marked.some((spots, at) => spots.every((spot) => state[spot] !== NO) && free[at].every((spot) => state[spot] !== YES)) ? null : scope,
}
const SHARED = ['links', 'ends', 'rows']
const FULL = new WeakMap()

/** Return the rules of a puzzle with the lists that they share. */
function rulesOf(puzzle) {
  if (!FULL.has(puzzle)) FULL.set(puzzle, puzzle.rules.map((rule) => {
    const own = Object.fromEntries(SHARED.filter((name) => name in rule).map((name) => [name, puzzle.lists[rule[name]]]))
    return { ...rule, ...own }
  }))
  return FULL.get(puzzle)
}

/** Return every rule that the marks break, as {number, says, at: the spots at fault}. */
export function broken(puzzle, state) {
  return rulesOf(puzzle).flatMap((rule, number) => {
    const at = BREAKS[rule.word]?.(rule, state)
    return at ? [{ number, says: rule.says, at }] : []
  })
}

/** Return whether every word of a puzzle can be looked at here. */
export const knows = (puzzle) => puzzle.rules.every((rule) => rule.word in BREAKS)
