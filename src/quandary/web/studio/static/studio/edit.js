// The editor: the board with its spots, the ring of changes, what-if, the notation, and saving. It knows no kind.
import { picture } from '/static/board/view.js'
import { ask, hush, listen } from './ask.js'
import { showHard } from './hard.js'
import { showLike } from './like.js'
import { openRing, closeRing } from './ring.js'
import { $, choose, explainWords, hear, note, oops } from './say.js'
import { brushOf, indexAt, nearest, spotsOf, stepped } from './spots.js'
import { begin, store } from './store.js'
import { drawTints } from './tints.js'
import { drawVerdict } from './verdict.js'
import { showWays } from './ways.js'

const data = JSON.parse($('data').textContent)
explainWords(data.words)
const desk = store(begin(data.draft?.text ?? data.text, data.text))
const shown = { drawing: data.drawing, spots: [], verdict: null, players: null, saved: null, title: data.draft?.title ?? data.title }
const meant = { intended: data.intended, forbid: data.forbid }
let known = data.known
$('title').value = shown.title
$('file').textContent = data.file
sessionStorage.setItem('quandary studio last', location.pathname)

if (data.draft) note(data.stale ? 'This is your unsaved draft. The file was changed since.' : 'This is your draft, which is not saved yet.', {
  label: 'Back to the file', does: () => { ask('/api/discard', { key: data.key }).catch(oops); desk.run('edit', data.text) },
})

// The board

const canvas = $('canvas')
let svg = null

function drawBoard() {
  const old = svg
  svg = picture(shown.drawing)
  svg.setAttribute('tabindex', '0')
  svg.setAttribute('role', 'application')
  svg.setAttribute('aria-label', `${data.kind_title}. ${shown.spots.length} spots can be changed. Arrow keys move, Enter opens the changes.`)
  svg.classList.add('drawing')
  const had = old && document.activeElement === old
  canvas.replaceChildren(svg)
  if (had) svg.focus({ preventScroll: true })
  drawTints(svg, shown, desk.state)
}

function inUnits(event) {
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal
  return [(event.clientX - box.left) / box.width * view.width, (event.clientY - box.top) / box.height * view.height]
}

let stroke = null
canvas.addEventListener('pointerdown', (event) => {
  if (event.button || !svg || !shown.spots.length) return
  svg.focus({ preventScroll: true })
  const at = nearest(shown.spots, ...inUnits(event))
  if (desk.state.brush) { stroke = new Set([at]); canvas.setPointerCapture(event.pointerId) }
  point(at)
  if (!desk.state.brush) open_()
})
canvas.addEventListener('pointermove', (event) => {
  if (!stroke) return
  const at = nearest(shown.spots, ...inUnits(event))
  stroke.add(at)
  point(at)
})
canvas.addEventListener('pointerup', () => {
  if (!stroke) return
  const spots = [...stroke]
  stroke = null
  paint(spots)
})

canvas.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') {
    event.preventDefault()
    point(stepped(shown.spots, desk.state.spot, event.key))
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    if (desk.state.brush && desk.state.spot !== null) paint([desk.state.spot])
    else open_(true)
  } else if (event.key === 'Escape') { desk.run('brush', null); close_() }
})

function point(at) {
  if (at === null) return
  desk.run('point', at)
  close_()
  const spot = shown.spots[at]
  const first = desk.state.changes[spot.changes[0]]
  hear(`${/r\d+c\d+/.exec(first.words)?.[0] ?? `Spot ${at + 1}`}, ${spot.changes.length} change${spot.changes.length === 1 ? '' : 's'}`)
}

/** Open the ring at the spot. */
function open_(byKey = false) {
  const { spot, changes } = desk.state
  if (spot === null || !shown.spots[spot]) return
  openRing($('ring'), {
    kind: data.kind, svg, spot: shown.spots[spot], changes, answers: () => desk.state.answers, verdict: () => shown.verdict, byKey,
    onChoose: (change) => { svg.focus({ preventScroll: true }); edit(change.text, change) },
    onBrush: (change) => { desk.run('brush', brushOf(change)); $('brush').dataset.words = change.words; close_(); svg.focus({ preventScroll: true }) },
    onClose: () => { close_(); svg.focus({ preventScroll: true }) },
  })
}
const close_ = () => closeRing($('ring'))

function edit(text, change = null) {
  desk.run('edit', text)
  if (change) hear(`${change.words}. Done.`)
}

async function paint(spots) {
  const { text, brush } = desk.state
  try {
    await listen('paint', { kind: data.kind, text, brush, spots: spots.map((at) => [shown.spots[at].x, shown.spots[at].y]) }, (said) => {
      if (said.error) note(said.error, { how: 'wrong' })
      else if (said.made) { edit(said.text); hear(`Painted ${said.made}.`) } else hear('This cannot be done here.')
    })
  } catch (error) { oops(error) }
}

// Every new puzzle: its picture at once, then what can be changed, the verdict, and where it is hard

desk.watch((state, before) => {
  $('undo').disabled = !state.past.length
  $('redo').disabled = !state.future.length
  $('save').disabled = state.text === state.saved && $('title').value === data.title && !meant.isNew
  $('what-if').setAttribute('aria-checked', String(state.isAsking))
  $('brush').hidden = !state.brush
  $('legend').classList.toggle('off', !state.isAsking)
  if (state.brush) $('brush').textContent = 'Stop painting (Esc)'
  document.body.dataset.version = String(state.version)
  if (!before || before.text !== state.text) renew(state)
  else if (before.changes !== state.changes || before.answers !== state.answers || before.spot !== state.spot || before.isAsking !== state.isAsking) {
    if (before.changes !== state.changes) keepSpot(state)
    if (svg) drawTints(svg, shown, state)
    if (before.answers !== state.answers) $('ring').dispatchEvent(new Event('answers'))
  }
  if (before && state.isAsking && (!before.isAsking || before.spot !== state.spot)) whatIf()
  if (before?.isAsking && !state.isAsking) { hush('what_if'); $('tried').textContent = '' }
})

let lastPlace = null
function keepSpot(state) {
  const old = state.spot !== null ? shown.spots[state.spot] : null
  if (old) lastPlace = [old.x, old.y]
  shown.spots = spotsOf(state.changes)
  if (lastPlace) desk.run('point', indexAt(shown.spots, ...lastPlace))
}

let drafting = 0
async function renew(state) {
  const version = state.version
  for (const name of ['what_if', 'changes', 'verdict', 'hard', 'ways', 'paint']) hush(name)
  close_()
  const old = state.spot !== null ? shown.spots[state.spot] : null
  if (old) lastPlace = [old.x, old.y]
  if ($('text').value !== state.text) $('text').value = state.text
  $('text').rows = Math.min(18, Math.max(4, state.text.split('\n').length + 1))
  wrong('')
  drawVerdict($('line'), { ...shown, isOld: true })
  try {
    const look = version === 1 && !data.draft ? { drawing: data.drawing } : await ask('/api/look', { kind: data.kind, text: state.text })
    if (desk.state.version !== version) return
    shown.drawing = look.drawing
    drawBoard()
    canvas.dataset.version = String(version)
    if (version > 1 || data.draft) {
      clearTimeout(drafting)
      drafting = setTimeout(() => keepDraft(), 400)
    }
    const body = { kind: data.kind, text: state.text }
    const listed = listen('changes', body, (said) => {
      if (said.changes) desk.run('list', { version, changes: said.changes })
      if (said.sizes) showSizes(said.sizes)
      if (said.error) note(said.error, { how: 'wrong' })
    }).then(() => { if (desk.state.version === version && desk.state.isAsking) whatIf() })
    const judged = listen('verdict', body, (said) => {
      if (said.verdict) { shown.verdict = said.verdict; shown.players = null; if (state.text === desk.state.saved) shown.saved = said.verdict }
      if (said.players) shown.players = said.players
      if (said.error) note(said.error, { how: 'wrong' })
      drawVerdict($('line'), { ...shown, isOld: false })
    })
    await Promise.all([listed, judged])
    if (desk.state.version !== version) return
    showHard($('hard'), body)
    await showWays($('ways'), { ...body, meant, onMeant: () => { meant.isNew = true; $('save').disabled = false } })
  } catch (error) { oops(error) }
}

async function keepDraft() {
  const { text, saved } = desk.state
  try {
    if (text === saved && $('title').value === data.title) await ask('/api/discard', { key: data.key })
    else await ask('/api/draft', { key: data.key, text, title: $('title').value, known })
    $('file').textContent = text === saved ? data.file : `${data.file} · draft kept`
  } catch (error) { $('file').textContent = `${data.file} · draft not kept` }
}

function showSizes(sizes) {
  const names = { 'a row more': '+ row', 'a row less': '− row', 'a column more': '+ column', 'a column less': '− column' }
  $('sizes').replaceChildren(...Object.entries(sizes).map(([words, text]) => {
    const made = document.createElement('button')
    Object.assign(made, { type: 'button', className: 'button quiet', textContent: names[words] ?? words })
    made.addEventListener('click', () => edit(text, { words }))
    return made
  }))
}

function whatIf() {
  const { version, spot, text } = desk.state
  const at = shown.spots[spot] ? [shown.spots[spot].x, shown.spots[spot].y] : null
  const tell = () => { $('tried').textContent = `${Object.values(desk.state.answers).filter((each) => each.final).length} of ${desk.state.changes.length} tried` }
  tell()
  if (desk.state.changes.length && desk.state.changes.every((_, n) => desk.state.answers[n]?.final)) return
  const byText = new Map(desk.state.changes.map((change, number) => [change.text, number]))
  let came = {}, drawing = 0
  const flush = () => { // many answers are drawn at once
    drawing = 0
    desk.run('answer', { version, answers: came })
    came = {}
    tell()
  }
  listen('what_if', { kind: data.kind, text, at }, (said) => {
    if (said.error) { note(said.error, { how: 'wrong' }); return }
    if (!byText.has(said.text)) return
    came[byText.get(said.text)] = said
    drawing ||= requestAnimationFrame(flush)
  }).catch(oops)
}

// The notation, both ways

let typing = 0
function wrong(says) {
  $('wrong').textContent = says
  $('wrong').hidden = !says
  $('text').setAttribute('aria-invalid', String(!!says))
}
$('text').addEventListener('input', () => {
  clearTimeout(typing)
  typing = setTimeout(async () => {
    const typed = $('text').value
    try {
      const look = await ask('/api/look', { kind: data.kind, text: typed })
      wrong('')
      if ($('text').value === typed) desk.run('edit', look.text)
    } catch (error) {
      if (error.status === 400) { wrong(error.message); pointAt(error.message) } else oops(error)
    }
  }, 250)
})

/** Select the place that a message names: row and column, or a line. */
function pointAt(message) {
  const area = /** @type {HTMLTextAreaElement} */ ($('text'))
  const line = /(?:row|line) (\d+)/.exec(message), column = /(?:column|character) (\d+)/.exec(message)
  if (!line || document.activeElement === area) return
  const rows = area.value.split('\n'), number = Math.min(rows.length, Number(line[1])) - 1
  const start = rows.slice(0, number).reduce((sum, row) => sum + row.length + 1, 0) + (column ? Number(column[1]) - 1 : 0)
  area.setSelectionRange(start, column ? start + 1 : start + rows[number].length)
}

// Tools and keys

$('undo').addEventListener('click', () => desk.run('undo'))
$('redo').addEventListener('click', () => desk.run('redo'))
$('brush').addEventListener('click', () => desk.run('brush', null))
$('what-if').addEventListener('click', () => desk.run('asking', !desk.state.isAsking))
$('title').addEventListener('input', () => { $('save').disabled = false; clearTimeout(drafting); drafting = setTimeout(keepDraft, 400) })
$('save').addEventListener('click', () => save())
$('like').addEventListener('click', () => {
  const isOpen = $('alike').hidden
  $('alike').hidden = !isOpen
  $('like').setAttribute('aria-expanded', String(isOpen))
  if (isOpen) { showLike($('alike'), { kind: data.kind, text: () => desk.state.text, onTake: (text) => edit(text) }); $('alike').scrollIntoView({ block: 'nearest' }) }
})

let heldAsking = false
document.addEventListener('keydown', (event) => {
  const typing_ = event.target instanceof HTMLElement && event.target.closest('textarea, input, select, .ring-play')
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 's') { event.preventDefault(); if (!$('save').disabled) save() }
    if (typing_) return
    if (key === 'z') { event.preventDefault(); desk.run(event.shiftKey ? 'redo' : 'undo') }
    if (key === 'y') { event.preventDefault(); desk.run('redo') }
    return
  }
  if (!typing_ && key === 'w' && !event.altKey && !event.repeat && !desk.state.isAsking) { heldAsking = true; desk.run('asking', true) }
})
document.addEventListener('keyup', (event) => {
  if (heldAsking && event.key.toLowerCase() === 'w') { heldAsking = false; desk.run('asking', false) }
})

async function save(force = false) {
  const { text } = desk.state, title = $('title').value
  clearTimeout(drafting)
  try {
    const said = await ask('/api/save', { key: data.key, kind: data.kind, text, title, known, force, intended: meant.intended, forbid: meant.forbid })
    if (said.key !== data.key) { location.assign(`/edit/${said.key}`); return }
    known = said.known
    data.title = title
    meant.isNew = false
    shown.saved = shown.verdict
    desk.run('saved', text)
    $('save').disabled = true
    $('file').textContent = data.file
    drawVerdict($('line'), { ...shown, isOld: false })
    note(`Saved in ${said.file}.`)
    hear('Saved.')
  } catch (error) {
    if (error.status !== 409) { oops(error); return }
    const what = await choose('The file has changed', `${error.message} What shall be kept?`, [['mine', 'Keep mine'], ['copy', 'Save mine as a new puzzle'], ['theirs', 'Take the one on disk']])
    if (what === 'mine') await save(true)
    if (what === 'copy') location.assign(`/edit/${(await ask('/api/add', { kind: data.kind, text, title })).key}`)
    if (what === 'theirs') { await ask('/api/discard', { key: data.key }).catch(() => {}); location.reload() }
  }
}

addEventListener('beforeunload', () => { if (desk.state.text !== desk.state.saved) { clearTimeout(drafting); navigatorDraft() } })
function navigatorDraft() {
  const token = /** @type {HTMLInputElement} */ (document.querySelector('[name=csrfmiddlewaretoken]')).value
  fetch('/api/draft', { method: 'POST', keepalive: true, headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token }, body: JSON.stringify({ key: data.key, text: desk.state.text, title: $('title').value, known }) }).catch(() => {})
}
