// One answer, moment by moment.
import { picture } from '/static/board/view.js'

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id)
const { drawing, frames } = JSON.parse($('data').textContent)
let timer = 0

function show(at) {
  const frame = frames[at]
  $('frame').value = at
  $('picture').replaceChildren(picture({ ...drawing, shapes: frame ? frame.shapes : drawing.shapes }))
  $('told').textContent = frame ? `${at} of ${frames.length - 1}: ${frame.seconds} s ${frame.verb} ${frame.move}${frame.broken ? ' (breaks a rule, so the picture is of before)' : ''}` : 'There is no record of the moves.'
}

function play(at) {
  show(at)
  if (at >= frames.length - 1) { timer = 0; $('play').textContent = 'Play'; return }
  timer = setTimeout(play, Math.min(1500, 1000 * (frames[at + 1].seconds - frames[at].seconds)), at + 1)
}

$('frame').max = Math.max(0, frames.length - 1)
$('frame').addEventListener('input', () => show(Number($('frame').value)))
$('play').disabled = frames.length < 2
$('play').addEventListener('click', () => {
  if (timer) { clearTimeout(timer); timer = 0; $('play').textContent = 'Play'; return }
  $('play').textContent = 'Stop'
  play(Number($('frame').value) >= frames.length - 1 ? 0 : Number($('frame').value))
})
show(0)
