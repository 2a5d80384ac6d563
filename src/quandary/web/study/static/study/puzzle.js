// The puzzles of a study, one after the other in one page, so that a lost connection stops nobody.
import { mount } from '/static/board/view.js'
import { checker, draft, dropDraft, keepDraft, looker, put, remove, send, waiting } from '/static/study/queue.js'

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id)
const study = JSON.parse($('study').textContent), { words } = study
const form = $('form'), rating = $('rating')
const kept = await waiting(study.who)
const items = study.items.filter((item) => !kept.some((answer) => answer.position === item.position))
const NEWS_MS = 4000
let board = null, item = null, shown = 0, hidden = 0, away = null, ended = null, timer = null, busy = false

document.addEventListener('visibilitychange', () => {
  if (document.hidden) away = performance.now()
  else if (away !== null) { hidden += performance.now() - away; away = null }
})
form.addEventListener('submit', (event) => { event.preventDefault(); finish({ skipped: event.submitter?.id === 'skip' }) })
$('skip').addEventListener('click', (event) => board?.used(event.detail === 0 ? 'keyboard' : event.pointerType || 'mouse'))
const ends = study.left === null ? Infinity : performance.now() + 1000 * study.left
if (study.left !== null) setInterval(countDown, 1000)
addEventListener('pagehide', () => { if (item && board) keep() })

function tell(text, how = '') {
  $('notice').textContent = text
  $('notice').className = `notice ${how}`
  $('notice').hidden = !text
}

/** What happened to an earlier answer. It stays until the next piece of news, whatever the board says. */
function report(text, how = '') {
  $('news').textContent = text
  $('news').className = `notice ${how}`
  $('news').hidden = !text
}

function countDown() {
  const left = Math.max(0, ends - performance.now())
  $('clock').hidden = false
  $('clock').textContent = `${Math.ceil(left / 60000)} ${words.minutes_left}`
  if (left > 0 || !item || busy) return
  items.length = 0
  report(words.all_time_up, 'wrong')
  finish({ timed_out: true, skipped: board.isSolved() !== true || !form.elements.rating.value })
}

const asked = () => rating.querySelectorAll('[data-question]')
/** @returns {Record<string, string>} */
function replies() {
  const told = /** @type {Record<string, string>} */ ({})
  for (const each of asked()) if (!each.disabled) for (const field of each.querySelectorAll('input, textarea')) if (field.type !== 'radio' || field.checked) told[field.name] = field.value
  return told
}

const name = () => `${study.who} ${item.position}`
const spent = () => performance.now() - shown - hidden
const keep = () => keepDraft(name(), { log: board.log(), ms: spent(), hidden, clicks: board.clicks() })

async function next() {
  board?.stop()
  item = items.shift() ?? null
  if (!item) { await finishAll(); return }
  const before = (await draft(name())) ?? { log: [], ms: 0, hidden: 0, clicks: 0 }
  $('place').textContent = `${words.puzzle} ${item.position} ${words.of} ${study.of}`
  $('progress').value = item.position - 1
  form.elements.position.value = item.position
  for (const each of rating.querySelectorAll('input, textarea')) { if (each.type === 'radio') each.checked = false; else each.value = '' }
  for (const each of asked()) { each.hidden = each.disabled = !item.asked.includes(each.dataset.question) }
  $('goal').textContent = item.goal
  tell('')
  const play = await import(`/static/${item.module}`)
  shown = performance.now() - before.ms - before.hidden
  hidden = before.hidden
  ended = null
  busy = false
  const earlier = before.clicks
  board = mount($('board'), { play, puzzle: { ...item.puzzle, look: looker(item.id, item.puzzle, study.csrf) }, drawing: item.drawing, words: words.board, feedback: study.feedback, log: before.log, since: shown, onChange: changed })
  const clicks = board.clicks
  board.clicks = () => clicks() + earlier
  rating.disabled = true
  $('skip').disabled = false
  clearTimeout(timer)
  if (study.limit) timer = setTimeout(() => { tell(words.time_up, 'wrong'); board.lock(); finish({ timed_out: true, skipped: true }) }, Math.max(0, study.limit * 1000 - before.ms))
  if (board.isSolved() !== false && before.log.length) changed()
  $('board').querySelector('svg').focus({ preventScroll: true })
}


function changed() {
  const solved = board.isSolved()
  rating.disabled = solved === false
  if (solved === true) { ended ??= spent(); tell(words.solved, 'done'); clearTimeout(timer); rating.querySelector('input').focus({ preventScroll: true }) } else { ended = null; tell('') }
  if (solved === false && board.isFinished()) { tell(words.unfinished_wrong, 'wrong'); checker(item.id, study.csrf)(board) }
  keep()
}

async function finish({ skipped = false, timed_out = false }) {
  if (busy || !item) return
  const chosen = form.elements.rating.value
  if (!skipped && !chosen) return
  busy = true
  rating.disabled = true
  $('skip').disabled = true
  board.lock()
  const answer = {
    who: study.who, key: crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    position: item.position, puzzle: item.id, moves: board.text(), log: board.log(), rating: skipped ? null : Number(chosen), skipped, timed_out, replies: skipped ? {} : replies(),
    ms: Math.round(ended ?? spent()), hidden_ms: Math.round(hidden), clicks: board.clicks(), device: board.device(),
  }
  await put(answer)
  await dropDraft(name())
  tell(words.saving)
  const patience = new Promise((resolve) => setTimeout(resolve, 2500, 'later'))
  const sent = deliver()
  if (await Promise.race([sent, patience]) === 'later' && items.length) { lost = true; report(words.waiting) }
  if (!item || answer.position === item.position) await next()
}

let delivering = null, lost = false
/** Send what waits, in order. Only one delivery runs at a time. */
function deliver() {
  delivering ??= (async () => {
    for (let queue = await waiting(study.who); queue.length; queue = await waiting(study.who)) {
      const { saved, refused, status } = await send(queue[0], { onTrouble: () => { lost = true; report(words.waiting) } })
      if (saved && lost) { lost = false; report(words.saved_now, 'done') }
      if (saved || status === 409 || status === 404) await remove(queue[0].key)
      else { await remove(queue[0].key); const again = study.items.find((each) => each.position === queue[0].position); if (again) items.unshift(again); report(`${words.refused} (${refused.says})`, 'wrong') }
      if (status === 409 && refused.error === 'already-answered') report(words.elsewhere, 'wrong')
    }
  })().finally(() => { delivering = null })
  return delivering
}

async function finishAll() {
  rating.disabled = true
  $('skip').disabled = true
  await deliver()
  if (items.length) { await next(); return }
  if ($('news').classList.contains('wrong') && !$('news').hidden) await new Promise((resolve) => setTimeout(resolve, NEWS_MS)) // time to read it
  location.replace('/')
}

deliver()
await next()
