// Where it is hard: the sentence, the bits along the solution, a slider through the steps, the deepest trap.
import { element, picture } from '/static/board/view.js'
import { listen } from './ask.js'
import { oops } from './say.js'

const WIDE = 400, HIGH = 104

/** Return the profile as bars, a dot for a forced step, full colour for the hardest. */
export function profile(steps, hardest, onPick) {
  const most = Math.max(1, ...steps.map((step) => step.bits)), wide = (WIDE - 28) / steps.length
  const y = (bits) => HIGH - 6 - bits / most * (HIGH - 40)
  const parts = [element('svg:path', { class: 'grid', d: `M28,${y(most)}H${WIDE}` }), element('svg:text', { x: 22, y: y(most) + 4, 'text-anchor': 'end' }, String(Math.round(most * 10) / 10)), element('svg:text', { x: 0, y: 12 }, 'bits'), element('svg:path', { class: 'axis', d: `M28,${HIGH - 4}H${WIDE}` })]
  const every = Math.ceil(steps.length / 16)
  steps.forEach((step, number) => {
    const x = 28 + number * wide
    parts.push(step.bits > 0.005 ? element('svg:rect', { x: x + wide * 0.1, y: y(step.bits), width: wide * 0.8, height: HIGH - 4 - y(step.bits), rx: Math.min(2, wide / 5), class: number + 1 === hardest ? 'bit' : 'bit soft' })
      : element('svg:circle', { cx: x + wide / 2, cy: HIGH - 8, r: Math.min(2, wide / 3), class: 'forced' }))
    if (number + 1 === hardest || (number % every === 0 && (hardest === null || Math.abs(number + 1 - hardest) >= every))) parts.push(element('svg:text', { x: x + wide / 2, y: HIGH + 14, 'text-anchor': 'middle', class: number + 1 === hardest ? 'b' : null }, String(number + 1)))
    const target = element('svg:rect', { x, y: 0, width: wide, height: HIGH, class: 'target' })
    target.addEventListener('click', () => onPick(number))
    parts.push(target)
  })
  const said = hardest === null ? 'No step leaves anything to decide.' : `The hardest is step ${hardest}, ${Math.round(steps[hardest - 1].bits * 10) / 10} bits.`
  return element('svg:svg', { viewBox: `0 0 ${WIDE} ${HIGH + 20}`, class: 'chart', role: 'img', 'aria-label': `Bits of ${steps.length} steps. ${said}` }, ...parts)
}

const counted = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`
const bits = (value) => value < 0.005 ? 'nothing to decide' : `${Math.round(value * 100) / 100} bit${Math.round(value * 100) === 100 ? '' : 's'}`

/** Fill the panel. */
export function showHard(root, { kind, text }) {
  const body = root.querySelector('.hard-body')
  root.setAttribute('aria-busy', 'true')
  return listen('hard', { kind, text }, (said) => {
    root.removeAttribute('aria-busy')
    if (said.error) { body.replaceChildren(element('p', { class: 'note' }, said.error)); return }
    if (said.trap) { body.append(trap(said.trap)); return }
    body.replaceChildren(element('p', { class: 'sub' }, said.says))
    if (said.steps.length) body.append(...stepped(said))
    if (said.advice.length) body.append(element('details', { class: 'trap' }, element('summary', {}, 'What would help'), ...said.advice.map((words) => element('p', { class: 'sub' }, words))))
  }).catch(oops)
}

function stepped(said) {
  const count = said.steps.length
  const slider = /** @type {HTMLInputElement} */ (element('input', { type: 'range', min: 1, max: count, value: said.hardest ?? 1, class: 'slider', 'aria-label': 'Step' }))
  const words = element('p', { class: 'small step-words', 'aria-live': 'polite' }), frame = element('div', { class: 'step-picture hole' })
  const all = element('button', { type: 'button', class: 'button quiet' }, 'Show all bits')
  const show = (number) => {
    const step = said.steps[number]
    slider.value = String(number + 1)
    words.textContent = `Step ${number + 1} of ${count}: ${step.move}, ${counted(step.options, 'option')}, ${bits(step.bits)}.`
    slider.setAttribute('aria-valuetext', words.textContent)
    if (step.drawing) frame.replaceChildren(picture(step.drawing))
  }
  slider.addEventListener('input', () => show(Number(slider.value) - 1))
  all.addEventListener('click', () => { if (said.drawing) frame.replaceChildren(picture(said.drawing)); words.textContent = 'The solution, with the bits of each decision.' })
  show((said.hardest ?? 1) - 1)
  return [profile(said.steps, said.hardest, show), slider, element('div', { class: 'stepping' }, frame, element('div', {}, words, all))]
}

const trap = (said) => element('details', { class: 'trap' }, element('summary', {}, element('span', { class: 'term', 'data-word': 'trap' }, 'The deepest trap')), element('p', { class: 'sub' }, said.says), element('div', { class: 'step-picture hole' }, picture(said.drawing)))
