// Answers wait in the browser's own database until the server has confirmed them. Nothing is dropped.

const open = () => new Promise((resolve, reject) => {
  const asked = indexedDB.open('quandary', 1)
  asked.onupgradeneeded = () => { asked.result.createObjectStore('answers', { keyPath: 'key' }); asked.result.createObjectStore('drafts') }
  asked.onsuccess = () => resolve(asked.result)
  asked.onerror = () => reject(asked.error)
})

/** Run one transaction and wait until it is on disk. */
async function transact(store, mode, work) {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode, { durability: 'strict' })
      const asked = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(asked?.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error)
    })
  } finally { database.close() }
}

export const put = (answer) => transact('answers', 'readwrite', (store) => store.put(answer))
export const remove = (key) => transact('answers', 'readwrite', (store) => store.delete(key))
export const waiting = async (who) => (await transact('answers', 'readonly', (store) => store.getAll())).filter((each) => each.who === who).sort((a, b) => a.position - b.position)
export const forget = () => {
  for (const each of Object.keys(sessionStorage)) if (each.startsWith(COPY)) sessionStorage.removeItem(each)
  return indexedDB.deleteDatabase('quandary')
}

// A page may be reloaded before the database has a draft, so the tab has a copy of it at once.
const COPY = 'quandary draft '
export const keepDraft = (name, draft) => {
  try { sessionStorage.setItem(COPY + name, JSON.stringify(draft)) } catch { /* no room: the database has it soon */ }
  return transact('drafts', 'readwrite', (store) => store.put(draft, name))
}
export const draft = async (name) => {
  const stored = await transact('drafts', 'readonly', (store) => store.get(name)), copy = JSON.parse(sessionStorage.getItem(COPY + name) ?? 'null')
  return copy && copy.ms >= (stored?.ms ?? 0) ? copy : stored
}
export const dropDraft = (name) => {
  sessionStorage.removeItem(COPY + name)
  return transact('drafts', 'readwrite', (store) => store.delete(name))
}

/** Send one answer until the server has an opinion on it: {saved} or {refused}. Network trouble is never an opinion. */
export async function send(answer, { onTrouble = () => {} } = {}) {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      const { csrf } = await (await fetch('/where.json', { headers: { Accept: 'application/json' } })).json()
      const response = await fetch('/answer', {
        method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': csrf }, body: JSON.stringify(answer),
      })
      const told = await response.json()
      if (response.ok) return { saved: told }
      if (response.status === 400 || response.status === 404 || response.status === 409) return { refused: told, status: response.status }
    } catch { /* no network, or the server is being restarted */ }
    onTrouble()
    await new Promise((resolve) => { const timer = setTimeout(resolve, wait); addEventListener('online', () => { clearTimeout(timer); resolve() }, { once: true }) })
  }
}

/** A function that asks the server for a state of a puzzle which has too many to be sent at once. */
export const looker = (id, puzzle, csrf) => async (path) => {
  const response = await fetch('/look', { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': csrf }, body: JSON.stringify({ puzzle: id, path }) })
  if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status })
  puzzle.states[path] = await response.json()
}

/** A function that marks on a board where its complete answer breaks a rule, if the study tells. */
export const checker = (id, csrf) => async (board) => {
  const text = board.text()
  try {
    const response = await fetch('/faults', { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': csrf }, body: JSON.stringify({ puzzle: id, log: board.log() }) })
    const { marks } = await response.json()
    if (marks?.length && board.text() === text) board.mark(marks)
  } catch { /* without a connection it is said and not shown */ }
}
