// Two measures against each other, with the puzzles as points.
import { element } from '/static/board/view.js'

const WIDE = 300, HIGH = 190, LEFT = 40, BOTTOM = 36

const nice = (value) => Math.abs(value) >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)

/** Return the plot. `onPoint(key, isOn)` is called for the one under the pointer or in focus. */
export function plot(points, across, up, onPoint, onOpen) {
  if (!points.length) return element('p', { class: 'sub' }, 'No puzzle has both measures yet.')
  const range = (values) => { const low = Math.min(...values), high = Math.max(...values); return low === high ? [low - 1, high + 1] : [low, high] }
  const [left, right] = range(points.map((point) => point.x)), [low, high] = range(points.map((point) => point.y))
  const x = (value) => LEFT + (value - left) / (right - left) * (WIDE - LEFT - 8), y = (value) => HIGH - BOTTOM - (value - low) / (high - low) * (HIGH - BOTTOM - 12)
  const label = element('svg:text', { class: 'b', x: LEFT, y: 10 })
  const dots = points.map((point) => {
    const dot = element('svg:circle', { cx: x(point.x), cy: y(point.y), r: 4.5, class: 'dot', tabindex: points.length <= 60 ? 0 : null, role: 'link', 'aria-label': `${point.name}: ${up} ${nice(point.y)}, ${across} ${nice(point.x)}` })
    const on = () => { dot.classList.add('hot'); label.textContent = point.name; onPoint(point.key, true) }
    const off = () => { dot.classList.remove('hot'); onPoint(point.key, false) }
    dot.addEventListener('pointerenter', on)
    dot.addEventListener('pointerleave', off)
    dot.addEventListener('focus', on)
    dot.addEventListener('blur', off)
    dot.addEventListener('click', () => onOpen(point.key))
    dot.addEventListener('keydown', (event) => { if (event.key === 'Enter') onOpen(point.key) })
    return dot
  })
  return element('svg:svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'chart plot', role: 'group', 'aria-label': `${points.length} puzzles by ${up} and ${across}` },
    element('svg:path', { class: 'grid', d: `M${LEFT},${y(high)}H${WIDE}M${LEFT},${y((low + high) / 2)}H${WIDE}` }), element('svg:path', { class: 'axis', d: `M${LEFT},${HIGH - BOTTOM}H${WIDE}` }),
    ...[low, (low + high) / 2, high].map((value) => element('svg:text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, nice(value))),
    ...[left, right].map((value, end) => element('svg:text', { x: x(value), y: HIGH - BOTTOM + 16, 'text-anchor': end ? 'end' : 'start' }, nice(value))),
    element('svg:text', { x: (LEFT + WIDE) / 2, y: HIGH - 4, 'text-anchor': 'middle' }, across), ...dots, label)
}
