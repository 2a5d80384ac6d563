// One turn of a PuzzleScript game, as turn.py plays it: rules, movements, late rules.
const UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8
const LAYER = 5n, ANY = 31n, ACTION = 16n
const MOST_ROUNDS = 200, MOST_RETRIES = 50

/** Run a turn: the cells afterwards, and the commands that rules gave. A cancelled turn leaves the cells as they were. */
export function turn(game, start, force) {
  const { width, height } = game, steps = { [UP]: -1, [DOWN]: 1, [LEFT]: -height, [RIGHT]: height }
  let cells = [...start], moves = cells.map(() => 0n), rigid = new Map(), commands = new Set()
  const hasPlayer = (cell) => game.playerIsWhole ? (cell & game.player) === game.player : (cell & game.player) !== 0n
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
    let ever = false
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let changed = false
      for (const rule of group.rules) changed = applyRule(rule) || changed
      if (!changed) break
      ever = true
    }
    return ever
  }

  function applyGroups(groups, without) {
    let rounds = 0, changed = false
    for (let number = 0; number < groups.length;) {
      if (!without.has(number)) changed = applyGroup(groups[number]) || changed
      if (changed && groups[number].backTo >= 0) {
        if (++rounds > MOST_ROUNDS) return
        number = groups[number].backTo
        changed = false
      } else number++
    }
  }

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
