// Fingers, mice and keys become gestures, in the units of the drawing, with the time of the event itself.

/** Keys that every board knows. The handler and the help page read this one table. */
export const KEYS = [
  { key: 'u', does: { type: 'undo' }, help: 'Undo' },
  { key: 'Ctrl+z', does: { type: 'undo' }, help: 'Undo' },
  { key: 'y', does: { type: 'redo' }, help: 'Redo' },
  { key: 'Ctrl+y', does: { type: 'redo' }, help: 'Redo' },
  { key: 'Ctrl+Shift+z', does: { type: 'redo' }, help: 'Redo' },
  { key: 'Escape', does: { type: 'key', key: 'Escape' }, help: 'Put down what you hold' },
]
const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']
const NEAR = 4 // pixels that a finger may tremble
const SECOND = 2 // the other button of a mouse

/** Return a gesture from its text, as plays.jsonl writes it: "key ArrowUp", "tap 1,2", "drag 1,1 3,1", "swipe up". */
export function parse(line) {
  const [word, ...rest] = line.split(' ')
  const point = (text) => text.split(',').map(Number)
  switch (word) {
    case 'key': return { type: 'key', key: rest.join(' ') }
    case 'tap': { const [x, y] = point(rest[0]); return { type: 'tap', x, y } }
    case 'drag': return { type: 'drag', from: point(rest[0]), to: point(rest[1]) }
    case 'swipe': return { type: 'swipe', way: rest[0] }
    case 'move': return { type: 'move', move: rest.join(' ') }
    case 'start': return { type: 'start', name: rest.join(' ') }
    default: return { type: word }
  }
}

/** Return the name of a key with its modifiers: "Ctrl+z". */
export const nameOf = (event) =>
  `${event.altKey ? 'Alt+' : ''}${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey && event.key.length > 1 ? 'Shift+' : ''}` +
  (event.ctrlKey || event.metaKey ? `${event.shiftKey && event.key.length === 1 ? 'Shift+' : ''}${event.key.toLowerCase()}` : event.key)

/**
 * Watch a board. `onGesture(gesture, timeStamp, device)` returns whether something happened. With `second`, presses of the other
 * button are gestures, too. Returns the function that stops watching.
 */
export function watch(board, svg, onGesture, second = false) {
  const unit = () => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width // pixels
  const inUnits = (event) => {
    const box = svg.getBoundingClientRect(), page = svg.viewBox.baseVal
    return [(event.clientX - box.left) / box.width * page.width + page.x, (event.clientY - box.top) / box.height * page.height + page.y]
  }
  let held = null
  const down = (event) => {
    if (held) { held = null; return } // a second finger cancels
    if (event.button && !(second && event.button === SECOND)) return
    svg.setPointerCapture(event.pointerId)
    held = { id: event.pointerId, from: inUnits(event), first: [event.clientX, event.clientY], dragged: false, accepted: false, second: event.button === SECOND }
  }
  const move = (event) => {
    if (!held || event.pointerId !== held.id) return
    if (Math.hypot(event.clientX - held.first[0], event.clientY - held.first[1]) > NEAR) held.dragged = true
    if (!held.dragged) return
    const to = inUnits(event)
    if (onGesture({ type: 'drag', from: held.from, to, fresh: !held.accepted, second: held.second }, event.timeStamp, event.pointerType)) { held.from = to; held.accepted = true }
  }
  const up = (event) => {
    if (!held || event.pointerId !== held.id) return
    const [x, y] = inUnits(event), { first, dragged, accepted, second } = held
    held = null
    if (!dragged) { onGesture({ type: 'tap', x, y, unit: unit(), second }, event.timeStamp, event.pointerType); return }
    if (accepted) return
    const dx = event.clientX - first[0], dy = event.clientY - first[1]
    const way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : (dy > 0 ? 'down' : 'up')
    if (Math.hypot(dx, dy) > 5 * NEAR) onGesture({ type: 'swipe', way }, event.timeStamp, event.pointerType)
  }
  const cancel = () => { held = null }
  const menu = (event) => { if (second) event.preventDefault() }
  const key = (event) => {
    if ((event.altKey && !ARROWS.includes(event.key)) || event.isComposing || event.target.closest?.('input, textarea, select')) return
    const onButton = event.target.closest?.('button, a, summary')
    if (onButton && (event.key === 'Enter' || event.key === ' ')) return
    const name = nameOf(event)
    const known = KEYS.find((row) => row.key === name)
    if (!known && name.startsWith('Ctrl+')) return
    const done = onGesture(known ? known.does : { type: 'key', key: name }, event.timeStamp, 'keyboard')
    if (done || ARROWS.includes(name)) event.preventDefault()
  }
  const bound = [[svg, 'pointerdown', down], [svg, 'pointermove', move], [svg, 'pointerup', up], [svg, 'pointercancel', cancel], [svg, 'contextmenu', menu], [board, 'keydown', key]]
  for (const [element, name, does] of bound) element.addEventListener(name, does)
  return () => bound.forEach(([element, name, does]) => element.removeEventListener(name, does))
}
