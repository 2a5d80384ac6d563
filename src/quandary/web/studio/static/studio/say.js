// What the page says: to everybody in a note, to screen readers in a live region, and the sentence of each word on demand.
import { element } from '/static/board/view.js'

/**
 * Return the element with an id.
 * @type {(id: string) => any}
 */
export const $ = (id) => document.getElementById(id)

/** Say something to screen readers. A repeated text gets a space, or it would not be read. */
export function hear(text) {
  const live = $('live')
  live.textContent = live.textContent === text ? `${text}\u00a0` : text
}

/** Show a note at the foot of the page, with a button if there is something to do about it. */
export function note(text, { how = '', does = null, label = '' } = {}) {
  const close = element('button', { type: 'button', class: 'button quiet', 'aria-label': 'Close' }, '×')
  const act = does ? element('button', { type: 'button', class: 'button' }, label) : null
  const made = element('div', { class: `toast ${how}`, role: how === 'wrong' ? 'alert' : 'status' }, element('span', {}, text), act, close)
  close.addEventListener('click', () => made.remove())
  act?.addEventListener('click', () => { made.remove(); does() })
  $('toasts').replaceChildren(made)
  if (!does && how !== 'wrong') setTimeout(() => made.remove(), 6000)
}

/** Show an error as a note. */
export const oops = (error) => {
  if (error?.name === 'AbortError') return
  note(error instanceof TypeError && /fetch|network/i.test(error.message) ? 'There is no connection to the studio. Is it still running?' : error.message, { how: 'wrong' })
}

/** Ask something in a dialog, and return the value of the button that was chosen, "" if none was. */
export function choose(title, text, buttons) {
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'dialog', 'aria-label': title },
    element('form', { method: 'dialog' }, element('h2', {}, title), element('p', {}, text),
      element('div', { class: 'row' }, ...buttons.map(([value, label], number) =>
        element('button', { value, class: number ? 'button' : 'button main' }, label))))))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((done) => dialog.addEventListener('close', () => { dialog.remove(); done(dialog.returnValue) }))
}

/** Give each word that the glossary knows its sentence, on hover and on focus. @param {Record<string, string>} words */
export function explainWords(words) {
  const tip = element('div', { class: 'tip', role: 'tooltip', id: 'tip', hidden: true })
  document.body.append(tip)
  const show = (event) => {
    const at = event.target.closest?.('[data-word]')
    if (!at || !words[at.dataset.word]) return
    tip.textContent = words[at.dataset.word]
    tip.hidden = false
    at.setAttribute('aria-describedby', 'tip')
    const box = at.getBoundingClientRect()
    tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`
    tip.style.top = `${box.bottom + 6 + tip.offsetHeight > innerHeight ? box.top - tip.offsetHeight - 6 : box.bottom + 6}px`
  }
  const hide = (event) => {
    tip.hidden = true
    event.target.closest?.('[data-word]')?.removeAttribute('aria-describedby')
  }
  for (const name of ['mouseover', 'focusin']) document.addEventListener(name, show)
  for (const name of ['mouseout', 'focusout']) document.addEventListener(name, hide)
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') tip.hidden = true })
}

/** Return a word that tells its sentence. */
export const term = (word, shown = word) => element('span', { class: 'term', 'data-word': word, tabindex: 0 }, shown)
