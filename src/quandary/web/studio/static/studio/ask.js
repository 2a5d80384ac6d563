// Questions to the server: one JSON object, or a stream of events that the next question of the same sort ends.

const tab = Math.random().toString(36).slice(2)
const token = () => /** @type {HTMLInputElement} */ (document.querySelector('[name=csrfmiddlewaretoken]')).value
const headers = () => ({ 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRFToken': token(), 'X-Tab': tab })
const running = new Map()

export class Refused extends Error {
  constructor(status, body) {
    super(body.says ?? `The server answered ${status}.`)
    this.status = status
    this.reason = body.error
  }
}

/** Ask for one answer. Raises Refused, or TypeError without a connection. */
export async function ask(url, body = {}) {
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: headers() })
  const said = await reply.json().catch(() => ({}))
  if (!reply.ok) throw new Refused(reply.status, said)
  return said
}

/** End the stream of a name, if there is one. */
export function hush(name) {
  running.get(name)?.abort()
  running.delete(name)
}

/** Ask for a stream. `onEvent` gets each event; returns whether the stream came to its end. */
export const listen = (name, body, onEvent) => stream(`/ask/${name}`, name, body, onEvent)

/** Ask for a stream at an address. The next one of the same name ends it. */
export async function stream(url, name, body, onEvent) {
  hush(name)
  const mine = new AbortController()
  running.set(name, mine)
  try {
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: headers(), signal: mine.signal })
    if (!reply.ok) throw new Refused(reply.status, await reply.json().catch(() => ({})))
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      const parts = (rest + value).split('\n\n')
      rest = parts.pop()
      for (const part of parts) {
        if (!part.startsWith('data: ')) continue
        const event = JSON.parse(part.slice(6))
        if (mine.signal.aborted) return false
        if (event.over) return true
        onEvent(event)
      }
    }
  } catch (error) {
    if (error.name === 'AbortError') return false
    throw error
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}

addEventListener('pagehide', () => { for (const name of [...running.keys()]) hush(name) })
