// Plays through the kinds' play.js, for comparison with the Python rules. Runs in node and in a browser.
// node agree.mjs FOLDER < jobs.json > results.json
import { act, begin, isSolved, state, text } from '../../src/quandary/board/board.js'
import { broken } from '../../src/quandary/board/words.js'
import { parse } from '../../src/quandary/board/gestures.js'

/** A generator of random numbers from a seed (mulberry32). */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Follow the moves of a play and tell, for each state, its legal moves (or their number) and whether it is solved. */
export function follow(play, puzzle, { start, moves, full }) {
  let here = play.starts(puzzle).find(([name]) => start === null || name === start)[1]
  const told = []
  const look = () => {
    const solved = play.isSolved(puzzle, here), legal = solved === true ? [] : play.moves(puzzle, here)
    told.push([full ? legal : legal.length, solved])
  }
  look()
  for (const move of moves) {
    here = play.apply(puzzle, here, move)
    look()
  }
  return { told, shapes: full ? play.shapes(puzzle, here, null) : [] }
}

/** Tell which rules the marks of a state break, by their numbers. */
export const wrong = (puzzle, { state }) => broken(puzzle, state).map(({ number }) => number)

const KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Enter', 'Backspace', ' ', '/', 'Escape']

/** Make random gestures and tell what came of them. */
export function wild(play, puzzle, drawing, seed, count) {
  const next = random(seed), pick = (list) => list[Math.floor(next() * list.length)]
  const point = () => [next() * drawing.width, next() * drawing.height]
  let session = begin(play, puzzle)
  for (let n = 0; n < count; n++) {
    const which = next(), here = state(session)
    const keys = [...KEYS, ...((play.keys?.(puzzle, here, session.hand) ?? []).map((each) => each.key))]
    const [x, y] = point()
    const gesture = which < 0.45 ? { type: 'key', key: pick(keys) } : which < 0.8 ? { type: 'tap', x, y } : which < 0.9 ? { type: 'drag', from: point(), to: [x, y] }
      : which < 0.95 ? { type: 'swipe', way: pick(['up', 'right', 'down', 'left']) } : { type: pick(['undo', 'redo', 'restart']) }
    session = act(session, gesture, n)
  }
  return { text: text(session), log: session.log, solved: isSolved(session), chosen: session.states.length > 0, shapes: play.shapes(puzzle, state(session), null) }
}

/** Make the gestures of a line of plays.jsonl and tell what came of them. */
export function scripted(play, puzzle, gestures) {
  let session = begin(play, puzzle)
  const changed = gestures.map((each) => { const before = session; session = act(session, parse(each), 0); return session.line !== before.line || session.hand !== before.hand })
  return { text: text(session), log: session.log, changed, solved: isSolved(session) }
}

const DOES = { follow: (play, job) => follow(play, job.puzzle, job), wild: (play, job) => wild(play, job.puzzle, job.drawing, job.seed, job.count), scripted: (play, job) => scripted(play, job.puzzle, job.gestures) }

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('agree.mjs')) {
  const { readFileSync } = await import('node:fs')
  const { pathToFileURL } = await import('node:url')
  const jobs = JSON.parse(readFileSync(0, 'utf8'))
  const play = await import(pathToFileURL(process.argv[2]))
  for (const job of jobs.jobs) { job.puzzle = jobs.puzzles[job.on].puzzle; job.drawing = jobs.puzzles[job.on].drawing; process.stdout.write(JSON.stringify(DOES[job.does](play, job)) + '\n') }
}
