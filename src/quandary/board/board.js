// A session of play as plain data: what was done, what can be undone, and the log with its times.
// Pure functions, no document, no network, no clock: a session can be stored, sent, replayed and tested.

/**
 * @typedef {{type: 'key', key: string} | {type: 'tap', x: number, y: number, unit?: number, second?: boolean} |
 *   {type: 'drag', from: [number, number], to: [number, number], fresh?: boolean, second?: boolean} | {type: 'swipe', way: string} |
 *   {type: 'move', move: string} | {type: 'start', name: string} |
 *   {type: 'undo'} | {type: 'redo'} | {type: 'restart'}} Gesture
 *   What a person did. Points are in the units of the drawing, and `unit` is how many pixels one has. `second` is the other
 *   button of a mouse, and a drag is fresh until something has come of it.
 * @typedef {{move?: string, moves?: string[], back?: number, erase?: string[], start?: string, hand?: any, refused?: string}} Answer
 *   What a gesture means: moves to make, moves to take back, only a change of what is in the hand, or a move that a rule forbids.
 * @typedef {object} Play   A kind's play.js.
 * @property {(puzzle: any) => [string, any][]} starts     every start: its name and its state
 * @property {(puzzle: any, state: any) => string[]} moves the legal move texts
 * @property {(puzzle: any, state: any, move: string) => any} apply
 * @property {(puzzle: any, state: any) => boolean | null} isSolved  null: only the judge knows
 * @property {(puzzle: any, state: any, gesture: Gesture, hand: any, isFree?: boolean) => string | Answer | null} moveFor
 *   `isFree`: people may write what breaks a rule
 * @property {(puzzle: any, state: any, hand: any) => object[]} shapes  as draw.py draws them
 * @property {(puzzle: any, state: any, hand: any) => object[]} [keys]  buttons for those without a keyboard
 * @property {(puzzle: any, state: any) => boolean} [isThere]  whether the state has been fetched
 * @property {(puzzle: any, state: any) => Promise<void> | null} [load]  fetch what is missing, or null
 * @property {(puzzle: any, state: any, hand: any) => string[]} [tell]  the position, in words
 * @property {(puzzle: any, state: any, hand: any) => string[]} [listed]  moves to offer as buttons, besides the keys
 * @property {(puzzle: any, state: any, move: string) => boolean} [writes]  whether a move can be written, whatever the rules say
 * @property {(puzzle: any, state: any) => object[]} [conflicts]  marks on what breaks a rule now, as shapes
 * @property {(puzzle: any, state: any) => string} [brokenRule]  the first rule that is broken, in words
 * @property {(puzzle: any, state: any) => boolean} [isFinished]  whether the answer is complete, right or not
 * @property {(puzzle: any) => {key: string, help: string}[]} [help]  keys of its own, for the page
 * @property {boolean} [second]  whether the other button of a mouse does something of its own
 * @typedef {{start: string | null, moves: string[]}} Line
 * @typedef {{kind: Play, puzzle: any, line: Line, states: any[], past: Line[], future: Line[], hand: any,
 *   isFree: boolean, log: [number, string, string][]}} Session
 */

/** @param {Play} kind @param {any} puzzle @param {boolean} [isFree] whether what breaks a rule may be written @returns {Session} */
export function begin(kind, puzzle, isFree = false) {
  const starts = kind.starts(puzzle)
  const line = { start: starts.length === 1 ? starts[0][0] : null, moves: [] }
  const session = { kind, puzzle, line, states: [], past: [], future: [], hand: null, isFree: isFree && kind.writes !== undefined, log: [] }
  return { ...session, states: statesOf(session, line) }
}

/** Return the present state, or null while no start is chosen. @param {Session} session */
export const state = (session) => session.states.at(-1) ?? null

/** @param {Session} session */
export const isSolved = (session) =>
  session.states.length ? session.kind.isSolved(session.puzzle, state(session)) : false

/** Return the moves as text, with the start if there are several, as the judge reads them. @param {Session} session */
export function text(session) {
  const several = session.kind.starts(session.puzzle).length > 1
  const from = several && session.line.start !== null ? [`from ${session.line.start}:`] : []
  return [...from, ...session.line.moves].join(' ')
}

/**
 * Return the session after a gesture: the same object if nothing happened.
 * @param {Session} session @param {Gesture} gesture @param {number} [at] milliseconds since the puzzle was shown
 * @returns {Session}
 */
export function act(session, gesture, at = 0) {
  switch (gesture.type) {
    case 'undo': return swap(session, 'past', 'future', 'undo', at)
    case 'redo': return swap(session, 'future', 'past', 'redo', at)
    case 'restart': return session.line.moves.length ? change(session, { ...session.line, moves: [] }, 'restart', '', at) : session
    case 'start': return answered(session, { start: gesture.name }, at)
    case 'move': return answered(session, { move: gesture.move }, at)
  }
  if (isSolved(session)) return session
  const answer = session.kind.moveFor(session.puzzle, state(session), gesture, session.hand, session.isFree)
  if (answer === null || answer === undefined) return session
  if (typeof answer !== 'string' && answer.refused !== undefined) return refuse('hand' in answer ? { ...session, hand: answer.hand } : session, answer.refused, at)
  return answered(session, typeof answer === 'string' ? { move: answer } : answer, at)
}

/** Log that something could not be done, and leave the rest as it is. @param {Session} session @param {string} word @param {number} at */
export const refuse = (session, word, at) => ({ ...session, log: [...session.log, /** @type {[number, string, string]} */ ([Math.round(at), 'refused', word])] })

/**
 * Do again what a log says, to go on after a page was closed. Moves from states that were not fetched again are believed.
 * @param {Session} session @param {[number, string, string][]} log
 */
export function resume(session, log) {
  for (const [at, verb, word] of log) {
    if (verb === 'move') session = answered(session, { move: word }, at, session.kind.isThere?.(session.puzzle, state(session)) === false)
    else if (verb === 'start') session = answered(session, { start: word }, at)
    else if (verb === 'back') session = answered(session, { back: 1 }, at)
    else if (verb === 'erase') session = answered(session, { erase: [word] }, at)
    else if (verb === 'refused') session = refuse(session, word, at)
    else if (verb === 'undo' || verb === 'redo' || verb === 'restart') session = act(session, { type: verb }, at)
  }
  return session
}

function answered(session, answer, at, believed = false) {
  let next = 'hand' in answer ? { ...session, hand: answer.hand } : session
  if (answer.start !== undefined) next = change(next, { start: answer.start, moves: [] }, 'start', answer.start, at)
  for (let n = 0; n < (answer.back ?? 0) && next.line.moves.length; n++)
    next = change(next, { ...next.line, moves: next.line.moves.slice(0, -1) }, 'back', '', at)
  for (const gone of answer.erase ?? []) {
    const moves = next.line.moves.filter((move) => move !== gone)
    if (moves.length < next.line.moves.length) next = change(next, { ...next.line, moves }, 'erase', gone, at)
  }
  for (const move of answer.moves ?? (answer.move === undefined ? [] : [answer.move])) {
    if (!next.states.length || isSolved(next) || !(believed || isPossible(next, move))) break
    next = change(next, { ...next.line, moves: [...next.line.moves, move] }, 'move', move, at)
  }
  return next
}

const isPossible = (session, move) => session.isFree ? session.kind.writes(session.puzzle, state(session), move)
  : session.kind.moves(session.puzzle, state(session)).includes(move)

/** What was typed and is not part of a number yet is over when something else is done. */
const settled = (hand) => (hand?.typed ? { ...hand, typed: '' } : hand)

function change(session, line, verb, word, at) {
  return {
    ...session, line, states: statesOf(session, line), past: [...session.past, session.line], future: [], hand: verb === 'restart' ? settled(session.hand) : session.hand,
    log: [...session.log, [Math.round(at), verb, word]],
  }
}

function swap(session, from, to, verb, at) {
  if (!session[from].length) return session
  const line = session[from].at(-1)
  return {
    ...session, line, states: statesOf(session, line), [from]: session[from].slice(0, -1), hand: settled(session.hand),
    [to]: [...session[to], session.line], log: [...session.log, [Math.round(at), verb, '']],
  }
}

function statesOf(session, line) {
  if (line.start === null) return []
  const { kind, puzzle } = session
  const longer = session.states.length > 0 && session.states.length === line.moves.length && session.line.start === line.start &&
    session.line.moves.every((move, n) => move === line.moves[n])
  if (longer) return [...session.states, kind.apply(puzzle, session.states.at(-1), line.moves.at(-1))]
  const states = [kind.starts(puzzle).find(([name]) => name === line.start)[1]]
  for (const move of line.moves) states.push(kind.apply(puzzle, states.at(-1), move))
  return states
}
