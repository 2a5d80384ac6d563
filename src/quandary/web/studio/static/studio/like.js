// One like it: easier, harder, the same idea with another look, or more of them; six at a time, to keep or to discard.
import { element, picture } from '/static/board/view.js'
import { ask, hush, listen } from './ask.js'
import { hear, note, oops } from './say.js'
import { changeWords, unitOf } from './verdict.js'

const HOW = [['easier', 'Easier'], ['harder', 'Harder'], ['look', 'Another look'], ['more', 'More of these']]

/** Fill the panel. `onTake` puts one on the board. */
export function showLike(root, { kind, text, onTake }) {
  let seed = 0
  const list = element('ul', { class: 'alike-list' }), told = element('p', { class: 'sub', role: 'status' }, 'Six at a time. Nothing is changed until you take one.')
  const bar = element('progress', { class: 'progress', hidden: true, 'aria-label': 'Looking' })
  const stop = element('button', { type: 'button', class: 'button quiet', hidden: true }, 'Stop')
  stop.addEventListener('click', () => { hush('like'); done('Stopped.') })
  const done = (says) => { bar.hidden = stop.hidden = true; told.textContent = says }
  const buttons = HOW.map(([how, label]) => {
    const made = element('button', { type: 'button', class: 'button' }, label)
    made.addEventListener('click', () => look(how, label))
    return made
  })
  async function look(how, label) {
    list.replaceChildren()
    bar.hidden = stop.hidden = false
    told.textContent = `${label}: looking for six, for at most a minute …`
    let found = 0
    try {
      const isWhole = await listen('like', { kind, text: text(), how, seed: ++seed }, (said) => {
        if (said.error) { done(said.error); return }
        found++
        list.append(card(said))
      })
      if (isWhole && !stop.hidden) done(found ? `${label}: ${found} found.` : 'None was found.')
      hear(told.textContent)
    } catch (error) { oops(error); done('') }
  }
  function card(said) {
    const change = said.difference === null ? { text: said.said, how: '' } : changeWords(said.difference, unitOf(said.said))
    const take = element('button', { type: 'button', class: 'button' }, 'Take'), keep = element('button', { type: 'button', class: 'button' }, 'Keep'), drop = element('button', { type: 'button', class: 'button quiet' }, 'Discard')
    const made = element('li', { class: 'card' }, element('div', { class: 'hole thumb' }, said.drawing ? picture(said.drawing) : ''), element('span', { class: `change ${change.how}` }, change.text), element('span', { class: 'sub' }, said.words), element('div', { class: 'row' }, keep, take, drop))
    take.addEventListener('click', () => { onTake(said.text); hear('Taken. Undo brings the old one back.') })
    keep.addEventListener('click', async () => {
      try {
        const kept = await ask('/api/add', { kind, text: said.text })
        note(`Kept in ${kept.file}.`, { label: 'Open it', does: () => location.assign(`/edit/${kept.key}`) })
        keep.disabled = true
      } catch (error) { oops(error) }
    })
    drop.addEventListener('click', () => made.remove())
    return made
  }
  root.replaceChildren(element('div', { class: 'between' }, element('h2', {}, 'One like it')), element('div', { class: 'row' }, ...buttons), element('div', { class: 'row' }, told, bar, stop), list)
}
