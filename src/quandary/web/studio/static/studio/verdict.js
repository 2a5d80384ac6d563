// The verdict: a word, its place on the ruler of its kind, and the numbers. The old one is grey until the new one is there.
import { element } from '/static/board/view.js'
import { term } from './say.js'

/** Return the ruler of a verdict, or null where there is no scale. */
export function ruler(verdict, isSmall = false) {
  if (!verdict.scale.length) return null
  const count = verdict.scale.length, isPlaced = verdict.place !== null && count === 5
  const at = isPlaced ? verdict.place : count ? (verdict.marks[0] - 0.5) / verdict.marks[1] * 100 : 0
  const line = element('span', { class: `ruler ${isPlaced ? '' : 'even'} ${isSmall ? 'small' : ''}` }, element('i'))
  line.style.setProperty('--at', `${at}%`)
  line.style.setProperty('--count', String(count))
  if (isSmall) return line
  const words = element('div', { class: `ruler-words ${isPlaced ? '' : 'even'}` },
    ...verdict.scale.map((word) => element(word === verdict.word ? 'b' : 'span', {}, word)))
  words.style.setProperty('--count', String(count))
  return element('div', {}, line, words)
}

/** Return the word of a verdict, as a heading has it. */
export const headOf = (verdict) => verdict.faulty ? 'Not proper' : (verdict.word || verdict.said || 'Not measured').replace(/^\w/, (letter) => letter.toUpperCase())

const round = (value) => (Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(1)).replace('-', '−')

/** Return a change of a score in words: "▲ +1.2 harder". */
export function changeWords(difference, unit = '') {
  if (Math.abs(difference) < 0.05) return { text: 'no change', how: '' }
  const sign = difference > 0 ? '▲ +' : '▼ '
  return { text: `${sign}${round(difference)}${unit ? ` ${unit}` : ''}`, how: difference > 0 ? 'up' : 'down' }
}

/** The unit of a headline as it is said: "4.06 bits" has "bits". */
export const unitOf = (said) => /^[≥\d.,\s−-]+ (\D+)$/.exec(said ?? '')?.[1] ?? ''

/** Draw the verdict line. `players` and `saved` may be missing. */
export function drawVerdict(root, { verdict, players, saved, isOld }) {
  root.classList.toggle('is-old', isOld)
  root.setAttribute('aria-busy', String(isOld))
  if (!verdict) return
  const counted = Object.entries(verdict.facts).filter(([name]) => /solution|shortest|fewest/.test(name)).slice(0, 2)
  const shown = [
    ...(verdict.said && !verdict.faulty && verdict.word && !isBits(verdict.said) ? [['difficulty', /[\d.,]+/.exec(verdict.said)?.[0] ?? verdict.said]] : []),
    ...counted.map(([name, said]) => [name, /^[≥\d.,\s]+/.exec(said)?.[0].trim() ?? said]),
    ...Object.entries(players ?? {}).map(([name, score]) => [name, rounded(score.said)]),
  ]
  const change = saved && saved.value !== null && verdict.value !== null && saved.measure === verdict.measure ? verdict.value - saved.value : null
  const told = change === null ? null : changeWords(change, unitOf(verdict.said))
  root.querySelector('.verdict').textContent = headOf(verdict)
  root.querySelector('.verdict').classList.toggle('broken', verdict.faulty)
  root.querySelector('.line-place').replaceChildren(...[verdict.faulty ? element('p', { class: 'note' }, sentence(verdict.reason)) : ruler(verdict) ?? element('p', { class: 'sub' }, sentence(verdict.compared || verdict.reason))].filter(Boolean))
  root.querySelector('.facts').replaceChildren(...shown.map(([name, value]) => element('div', {}, element('dt', {}, term(name)), element('dd', {}, value))))
  root.querySelector('.line-change').replaceChildren(...(told && saved !== verdict ? [element('span', { class: `change ${told.how}` }, told.how ? `${told.text} ${change > 0 ? 'harder' : 'easier'}` : told.text), element('span', { class: 'muted' }, ' since you saved')] : []))
  root.title = verdict.compared
}

/** Return a score as it is said, with one decimal and without the name of its scale. */
export const rounded = (said) => said.replace(/\d+\.\d\d+/, (number) => Number(number).toFixed(1)).replace(/ on the scale.*/, '')

const isBits = (said) => /bits?$/.test(said)

export const sentence = (text) => text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}` : ''
