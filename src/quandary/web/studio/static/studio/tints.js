// What-if on the board: each spot is tinted by the largest change that it allows, with its number; the spot in hand has a frame.
import { element } from '/static/board/view.js'

const round = (value) => String(Math.round(value * 1e3) / 1e3)

/** Return what a spot shows: the answer with the largest change, or that everything there breaks the puzzle. */
export function effectAt(spot, answers, now) {
  let best = null, broken = 0, known = 0
  for (const number of spot.changes) {
    const said = answers[number]
    if (!said) continue
    if (said.solutions === 0) { broken++; known++; continue }
    if (said.value === null || said.value === undefined || now === null) continue
    known++
    const difference = said.value - now
    if (best === null || Math.abs(difference) > Math.abs(best)) best = difference
  }
  if (!known) return null
  return best === null ? { broken: true } : { difference: best, some: broken }
}

/** Draw tints and the frame over the board. */
export function drawTints(svg, shown, state) {
  svg.querySelector('.tints')?.remove()
  const group = element('svg:g', { class: 'tints' })
  const now = shown.verdict?.value ?? null
  const width = svg.viewBox.baseVal.width
  const text = width * 0.026
  if (state.isAsking) {
    group.append(element('svg:defs', {}, element('svg:pattern', { id: 'hatch', width: round(text * 0.9), height: round(text * 0.9), patternTransform: 'rotate(45)', patternUnits: 'userSpaceOnUse' },
      element('svg:path', { d: `M0,0V${round(text * 0.9)}`, class: 'hatch-line', 'stroke-width': round(text * 0.32) }))))
    for (const spot of shown.spots) {
      const effect = effectAt(spot, state.answers, now)
      if (!effect) continue
      const half = Math.min(spot.reach * 0.44, width * 0.12)
      const box = { x: round(spot.x - half), y: round(spot.y - half), width: round(2 * half), height: round(2 * half), rx: round(half) }
      if (effect.broken) { group.append(element('svg:rect', { ...box, class: 'tint broken', fill: 'url(#hatch)' })); continue }
      if (Math.abs(effect.difference) < 0.05) { group.append(element('svg:rect', { ...box, class: 'tint same' })); continue }
      const strength = Math.min(1, 0.35 + Math.abs(effect.difference) / 6)
      group.append(element('svg:rect', { ...box, class: `tint ${effect.difference > 0 ? 'harder' : 'easier'}`, 'fill-opacity': round(strength * 0.6) }))
      const label = `${effect.difference > 0 ? '+' : '−'}${Math.abs(effect.difference).toFixed(1)}`
      const size = Math.min(text, half * 0.8), wide = size * 0.62 * label.length
      if (half * 2 < wide * 0.9 || size < width * 0.018) continue
      group.append(element('svg:rect', { x: round(spot.x - wide / 2), y: round(spot.y + half - size * 1.3), width: round(wide), height: round(size * 1.2), rx: round(size * 0.25), class: 'plate' }),
        element('svg:text', { x: round(spot.x), y: round(spot.y + half - size * 0.35), 'text-anchor': 'middle', 'font-size': round(size), class: effect.difference > 0 ? 'harder' : 'easier' }, label))
    }
  }
  const here = state.spot === null ? null : shown.spots[state.spot]
  if (here) {
    const half = Math.min(here.reach * 0.5, width * 0.12), thin = Math.max(width * 0.008, 0.03)
    const box = { x: round(here.x - half), y: round(here.y - half), width: round(2 * half), height: round(2 * half), rx: round(half * 0.2) }
    group.append(element('svg:rect', { ...box, class: 'frame-edge', 'stroke-width': round(thin * 1.9) }), element('svg:rect', { ...box, class: 'frame', 'stroke-width': round(thin) }))
  } else for (const spot of shown.spots.length <= 400 && !state.isAsking ? shown.spots : []) group.append(element('svg:circle', { cx: round(spot.x), cy: round(spot.y), r: round(Math.min(width * 0.006, spot.reach * 0.08)), class: 'spot-dot' }))
  svg.append(group)
}
