// The ring: the changes that are possible at a spot, as small pictures of the result with words below.
import { element, picture } from '/static/board/view.js'
import { ask } from './ask.js'
import { oops } from './say.js'
import { shortWords } from './spots.js'
import { changeWords, unitOf } from './verdict.js'

const AT_ONCE = 6

/** Say what a change does. */
export function effectWords(said, now) {
  if (!said) return { text: '', how: '', count: '' }
  if (said.solutions === 0) return { text: '✕ no solution', how: 'no', count: '' }
  const count = said.solutions === null || said.solutions === undefined ? '' : said.solutions === 1 ? 'one solution' : 'several solutions'
  if (said.value === null || said.value === undefined) return { text: said.final ? (said.said || 'gave up') : '…', how: '', count }
  if (!now || now.value === null) return { text: said.said, how: '', count }
  return { ...changeWords(said.value - now.value, unitOf(said.said)), count }
}

export function closeRing(root) {
  root.hidden = true
  root.replaceChildren()
  root.parentElement.querySelector('.spokes')?.remove()
  root.onkeydown = null
}

/** Open the ring beside the board. */
export async function openRing(root, { kind, svg, spot, changes, answers, verdict, byKey, onChoose, onBrush, onClose }) {
  let first = 0
  const numbers = spot.changes
  const rows = new Map()
  const show = async () => {
    const some = numbers.slice(first, first + AT_ONCE)
    let drawn
    try { drawn = (await ask('/api/look', { kind, texts: some.map((n) => changes[n].text) })).pictures } catch (error) { oops(error); return }
    rows.clear()
    const list = element('ul', { class: 'ring-list' })
    some.forEach((number, at) => {
      if (!drawn[at]) return // its notation is refused
      const change = changes[number]
      const told = element('span', { class: 'change' }), count = element('small', {})
      const pick = element('button', { type: 'button', class: 'opt', 'aria-label': change.words }, picture(drawn[at]), element('span', { class: 'opt-words' }, element('b', {}, shortWords(change.words)), told, count))
      const brush = element('button', { type: 'button', class: 'button quiet opt-brush', 'aria-label': `Paint: ${change.words}`, title: 'Paint this on other spots' }, 'Paint')
      pick.addEventListener('click', () => onChoose(change))
      brush.addEventListener('click', () => onBrush(change))
      list.append(element('li', {}, pick, brush))
      rows.set(number, { told, count, pick })
    })
    const more = numbers.length > AT_ONCE ? element('div', { class: 'row ring-more' },
      button('Earlier', first === 0, () => { first -= AT_ONCE; show() }), element('span', { class: 'sub' }, `${first + 1} to ${Math.min(first + AT_ONCE, numbers.length)} of ${numbers.length}`),
      button('More', first + AT_ONCE >= numbers.length, () => { first += AT_ONCE; show() })) : null
    root.replaceChildren(...[list, more].filter(Boolean))
    root.hidden = false
    fill()
    spokes(root, svg, spot)
    if (byKey) list.querySelector('button')?.focus()
  }
  const button = (label, isOff, does) => {
    const made = element('button', { type: 'button', class: 'button', disabled: isOff }, label)
    made.addEventListener('click', does)
    return made
  }
  const fill = () => {
    for (const [number, { told, count, pick }] of rows) {
      const effect = effectWords(answers()[number], verdict())
      told.textContent = effect.text
      told.className = `change ${effect.how}`
      count.textContent = effect.count
      pick.classList.toggle('off', effect.how === 'no')
    }
  }
  root.onkeydown = (event) => {
    const all = [...root.querySelectorAll('.opt')], at = all.indexOf(document.activeElement)
    if (event.key === 'Escape') { event.preventDefault(); onClose() }
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step && at >= 0) { event.preventDefault(); all[(at + step + all.length) % all.length].focus() }
  }
  root.addEventListener('answers', fill)
  await show()
}

/** Draw the fork from the spot to the entries. */
function spokes(root, svg, spot) {
  root.parentElement.querySelector('.spokes')?.remove()
  const frame = root.parentElement.getBoundingClientRect(), board = svg.getBoundingClientRect(), view = svg.viewBox.baseVal
  if (root.getBoundingClientRect().left < board.right) return // below the board, on a phone
  const x = board.left - frame.left + spot.x / view.width * board.width, y = board.top - frame.top + spot.y / view.height * board.height
  const paths = [...root.querySelectorAll('.opt')].map((each) => {
    const box = each.getBoundingClientRect(), ex = box.left - frame.left, ey = box.top - frame.top + box.height / 2
    return element('svg:path', { d: `M${x},${y}C${(x + ex) / 2},${y} ${(x + ex) / 2},${ey} ${ex},${ey}` })
  })
  root.before(element('svg:svg', { class: 'spokes', 'aria-hidden': 'true', width: frame.width, height: frame.height }, ...paths))
}
