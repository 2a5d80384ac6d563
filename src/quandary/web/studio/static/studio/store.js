// The state of the editor: one frozen object, changed only by commands. No document, no network, no clock.

/**
 * @typedef {{text: string, version: number, past: string[], future: string[], saved: string, spot: number | null,
 *   changes: any[], answers: Record<number, any>, isAsking: boolean, brush: string | null}} State
 *   Puzzles are texts in their notation, so what can be undone is a list of texts.
 */

export const MOST_PAST = 500

/** @param {string} text @param {string} saved @returns {State} */
export const begin = (text, saved) => Object.freeze({
  text, version: 1, past: [], future: [], saved, spot: null, changes: [], answers: {}, isAsking: false, brush: null,
})

const fresh = (s, text) => ({ text, version: s.version + 1, changes: [], answers: {} })

/** Commands: (state, argument) → what changes, or null if nothing happens. */
export const commands = {
  edit: (s, text) => text === s.text ? null : { ...fresh(s, text), past: [...s.past, s.text].slice(-MOST_PAST), future: [] },
  undo: (s) => s.past.length ? { ...fresh(s, s.past.at(-1)), past: s.past.slice(0, -1), future: [s.text, ...s.future] } : null,
  redo: (s) => s.future.length ? { ...fresh(s, s.future[0]), past: [...s.past, s.text], future: s.future.slice(1) } : null,
  saved: (s, text) => ({ saved: text }),
  list: (s, a) => a.version === s.version ? { changes: a.changes } : null,
  answer: (s, a) => a.version === s.version ? { answers: { ...s.answers, ...a.answers } } : null, // late ones are dropped
  point: (s, spot) => spot === s.spot ? null : { spot },
  asking: (s, isAsking) => isAsking === s.isAsking ? null : { isAsking },
  brush: (s, brush) => brush === s.brush ? null : { brush },
}

/** Return a store: its state, a way to run commands, and a way to watch it. @param {State} first */
export function store(first) {
  let state = first
  const watchers = []
  return {
    get state() { return state },
    watch(does) { watchers.push(does); does(state, null) },
    run(name, argument) {
      const made = commands[name](state, argument)
      if (!made) return false
      const before = state
      state = Object.freeze({ ...state, ...made })
      for (const does of watchers) does(state, before)
      return true
    },
  }
}
