// A session on the page: the picture, the buttons, the list of moves, and what a screen reader hears.
import { act, begin, isSolved, refuse, resume, state, text } from './board.js'
import { watch } from './gestures.js'

const SVG = 'http://www.w3.org/2000/svg'
const MOST_LISTED = 40 // legal moves shown as buttons
const CAPITALS = 0.72 // as draw/shapes.py
const AGAIN_MS = 2000 // between two tries to fetch a state
const NO_SUCH_STATE = 400 // the server's answer

/** Return a new element. Attributes that are null are left out. */
export function element(name, attributes = {}, ...children) {
  const made = name.includes(':') ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) made.setAttribute(key, value === true ? '' : value)
  made.append(...children.filter((child) => child !== null))
  return made
}

const round = (value) => String(Math.round(value * 1e4) / 1e4)
const listed = (points) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
const isRole = (paint) => /^[a-z]+(-[a-z0-9]+)*$/.test(paint) && (paint.includes('-') || ROLES.has(paint))
const ROLES = new Set(('paper ink soft line faint given written new struck end path solved floor wall brick joint item target ' +
  'player panel track trace first second dot hole hatch edge').split(' '))

function painted(fill, stroke, width) {
  const attributes = { class: [], fill: 'none' }
  for (const [side, paint] of [['fill', fill], ['stroke', width > 0 ? stroke : null]]) {
    if (!paint) continue
    if (isRole(paint)) attributes.class.push(`${side}-${paint}`)
    if (side === 'fill') delete attributes.fill
    if (!isRole(paint)) attributes[side] = paint
  }
  const round_ = stroke && width > 0 ? { 'stroke-width': round(width), 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } : {}
  return { ...attributes, class: attributes.class.join(' ') || null, ...round_ }
}

/** Return a shape as an element of the picture. */
export function drawn(shape) {
  const paint = painted(shape.fill ?? null, shape.stroke ?? null, shape.width ?? 0)
  switch (shape.type) {
    case 'line': return element('svg:polyline', { points: listed(shape.points), ...paint, 'stroke-dasharray': shape.dashed ? `${round(shape.width)} ${round(3 * shape.width)}` : null })
    case 'polygon': return element('svg:polygon', { points: listed(shape.points), ...paint })
    case 'circle': return element('svg:circle', { cx: round(shape.centre[0]), cy: round(shape.centre[1]), r: round(shape.radius), ...paint })
    default: return element('svg:text', {
      x: round(shape.at[0]), y: round(shape.at[1] + CAPITALS / 2 * shape.size), 'text-anchor': shape.anchor,
      'font-size': round(shape.size), 'font-weight': shape.bold ? 'bold' : null, ...paint,
    }, shape.text)
  }
}

/** Return a picture of a whole drawing: {width, height, background, title, shapes}. */
export function picture(drawing) {
  const paper = element('svg:rect', { width: round(drawing.width), height: round(drawing.height), ...painted(drawing.background, null, 0) })
  return element('svg:svg', { viewBox: `0 0 ${round(drawing.width)} ${round(drawing.height)}`, role: 'img', 'aria-label': drawing.title },
    paper, ...drawing.shapes.map(drawn))
}

/** The verdict that a page without a server shows below a board. */
export function verdictOn(handle) {
  const solved = handle.isSolved()
  if (solved === null) return 'This page cannot judge this puzzle: it has too many solutions.'
  return solved ? 'Solved!' : ''
}

/**
 * Put a board on the page and return its handle: {session(), act(gesture), text(), log(), clicks(), device(), stop()}.
 * @param {HTMLElement} root
 * @param {{play: import('./board.js').Play, puzzle: any, drawing: any, words?: Record<string, string>,
 *   log?: any[], since?: number, feedback?: string, onChange?: (handle: any) => void}} options
 *   `feedback`: "none" and "conflicts" let people write what breaks a rule, and the second marks it; "strict" refuses it.
 *   `since` is when the puzzle was first seen. By default the times of a log that is gone on with go on, too.
 */
export function mount(root, { play, puzzle, drawing, words = {}, log = [], since = performance.now() - (log.at(-1)?.[0] ?? 0), feedback = 'conflicts', onChange = () => {} }) {
  const word = (name) => words[name] ?? name
  let session = resume(begin(play, puzzle, feedback !== 'strict'), log)
  let clicks = 0, locked = false, stopped = false, marks = []
  const devices = new Set()
  const svg = element('svg:svg', {
    viewBox: `0 0 ${round(drawing.width)} ${round(drawing.height)}`, role: 'application', tabindex: 0, class: 'board-picture',
    'aria-label': drawing.title, 'aria-roledescription': word('board'),
  })
  const live = element('p', { class: 'visually-hidden', 'aria-live': 'polite', role: 'status' })
  const refusal = element('p', { class: 'board-refusal', 'aria-hidden': 'true', hidden: true }) // the live region says it, too
  const pad = element('div', { class: 'board-keys', role: 'group', 'aria-label': word('Keys') })
  const tools = element('div', { class: 'board-tools', role: 'group', 'aria-label': word('Tools') })
  const list = element('div', { class: 'board-moves', role: 'group', 'aria-label': word('Moves') })
  const button = (label, gesture, more = {}) => {
    const made = element('button', { type: 'button', ...more }, label)
    made.addEventListener('click', (event) => {
      does(gesture, event.timeStamp, event.detail === 0 ? 'keyboard' : event.pointerType || 'mouse')
      const at = /** @type {HTMLButtonElement | null} */ (document.activeElement)
      if (!at || at === document.body || at.disabled) svg.focus({ preventScroll: true }) // the button has gone
    })
    return made
  }
  for (const name of ['undo', 'redo', 'restart']) tools.append(button(word(name), { type: name }, { 'data-does': name }))
  root.replaceChildren(svg, refusal, live, pad, tools, list)

  function does(gesture, at, device) {
    if (locked) return false
    if (device) devices.add(device === 'pen' ? 'touch' : device)
    if (gesture.type !== 'drag') clicks++
    const before = session
    session = act(session, gesture, at - since)
    const isRefused = session !== before && session.line === before.line && session.log.length > before.log.length
    if (session === before || isRefused) {
      if (gesture.type === 'drag' || gesture.key === 'Escape') return false
      if (!isRefused) session = refuse(session, gesture.move ?? '', at - since)
      tellRefusal(session.log.at(-1)[2])
      return false
    }
    refusal.hidden = true
    if (gesture.type === 'drag') clicks++
    marks = []
    show(before)
    onChange(handle)
    return true
  }

  function tellRefusal(move) {
    refusal.textContent = [word('not possible'), move].filter(Boolean).join(': ')
    refusal.hidden = false
    say([word('not possible'), move])
  }

  function say(parts) {
    const told = parts.filter(Boolean).map(word).join('. ')
    live.textContent = told === live.textContent ? `${told}\u00a0` : told // a repeated text would not be read
  }

  function show(before) {
    const here = state(session)
    const todo = play.load?.(puzzle, here)
    if (todo) { wait(todo, before); return }
    const done = isSolved(session) === true
    svg.replaceChildren(
      element('svg:rect', { width: round(drawing.width), height: round(drawing.height), ...painted(drawing.background, null, 0) }),
      ...play.shapes(puzzle, here, done ? null : session.hand).map(drawn), ...wrong(here).map(drawn), ...marks.map(drawn))
    const at = /** @type {HTMLElement | null} */ (document.activeElement)
    const held = at && pad.contains(at) ? at.dataset.key : null
    root.classList.toggle('is-solved', done)
    pad.replaceChildren(...(done ? [] : play.keys?.(puzzle, here, session.hand) ?? []).map((each) =>
      button(word(each.label), { type: 'key', key: each.key }, { 'data-key': each.key, 'aria-label': each.name ? word(each.name) : null, 'aria-pressed': each.pressed === undefined ? null : String(each.pressed), disabled: each.disabled ?? false })))
    pad.hidden = !pad.childElementCount
    if (held !== null) ([...pad.children].find((each) => each.dataset.key === held && !each.disabled) ?? svg).focus({ preventScroll: true })
    showMoves(here, done)
    tools.querySelector('[data-does=undo]').disabled = !session.past.length
    tools.querySelector('[data-does=redo]').disabled = !session.future.length
    tools.querySelector('[data-does=restart]').disabled = !session.line.moves.length
    if (before !== session) {
      const [, verb, made] = session.log.at(-1) ?? [0, '', '']
      const fresh = before && session.log.length > before.log.length
      say([fresh ? (verb === 'move' || verb === 'start' ? made : verb) : '', ...(play.tell?.(puzzle, here, session.hand) ?? []), wrong(here).length ? ['breaks a rule', play.brokenRule?.(puzzle, here)].filter(Boolean).join(': ') : '', done ? 'solved' : ''])
    }
  }

  const wrong = (here) => (feedback === 'conflicts' && here !== null ? play.conflicts?.(puzzle, here) ?? [] : [])

  /** Show a state when it has come. Without a connection ask again; where the server knows no such state begin anew. */
  async function wait(todo, before) {
    root.setAttribute('aria-busy', 'true')
    let came = false
    try { await todo; came = true } catch (error) {
      if (error.status === NO_SUCH_STATE && session.line.moves.length) session = begin(play, puzzle, feedback !== 'strict')
      else { say([word('no connection')]); await new Promise((done) => setTimeout(done, AGAIN_MS)) }
    }
    if (stopped) return
    root.removeAttribute('aria-busy')
    show(before)
    if (came) onChange(handle)
  }

  function showMoves(here, done) {
    const focused = list.contains(document.activeElement)
    const options = done ? [] : here === null ? play.starts(puzzle).map(([name]) => ({ type: 'start', name }))
      : (play.listed?.(puzzle, here, session.hand) ?? []).map((move) => ({ type: 'move', move }))
    const few = options.length <= MOST_LISTED
    list.replaceChildren(...(few ? options : []).map((gesture) => button(word(gesture.name ?? gesture.move), gesture)))
    list.hidden = !list.childElementCount
    if (focused) (list.querySelector('button') ?? svg).focus()
  }

  const unwatch = watch(root, svg, (gesture, at, device) => { if (gesture.type !== 'key') svg.focus({ preventScroll: true }); return does(gesture, at, device) }, play.second)
  const handle = {
    session: () => session, text: () => text(session), log: () => session.log, clicks: () => clicks,
    device: () => ['touch', 'mouse', 'keyboard'].find((each) => devices.has(each)) ?? '', used: (device) => devices.add(device === 'pen' ? 'touch' : device),
    isFinished: () => state(session) !== null && (play.isFinished?.(puzzle, state(session)) ?? false),
    isSolved: () => isSolved(session), does: (gesture, at = performance.now()) => does(gesture, at, ''),
    mark: (shapes) => { marks = shapes; show(session) }, say: (...parts) => say(parts), lock: () => { locked = true }, stop: () => { stopped = true; unwatch() },
  }
  show(session)
  return handle
}
