// The page of one puzzle: the board, hints, the answer, a timer on demand.
import { KEYS } from '/static/board/gestures.js'
import { ask } from '/static/board/judge.js'
import { element, mount } from '/static/board/view.js'

const $ = (id) => document.getElementById(id)
const data = JSON.parse($('puzzle').textContent)
const token = /** @type {HTMLInputElement} */ (document.querySelector('[name=csrfmiddlewaretoken]')).value
const play = await import(`/static/${data.module}`)
const url = (what) => `/puzzle/${data.number}/${what}`
const store = `quandary ${data.store}`
const look = async (path) => { data.puzzle.states[path] = await ask(url('look'), { path }, token) }

let since = performance.now(), judged = ''
const board = mount($('board'), { play, puzzle: { ...data.puzzle, look }, drawing: data.drawing, log: saved(), onChange: changed })
$('keys').append(...[...(play.help?.(data.puzzle) ?? []), ...KEYS].flatMap(({ key, help }) => [element('dt', {}, key), element('dd', {}, help)]))
mark()
fit()
addEventListener('resize', fit)

/** Let the picture be as large as what is below it allows, so that nobody has to scroll. */
function fit() {
  const root = $('board'), isNarrow = innerWidth <= 900, gap = isNarrow ? 8 : 12
  const below = [...root.children].slice(1).filter((each) => each instanceof HTMLElement && each.offsetHeight > 1 && !each.classList.contains('visually-hidden'))
  const high = below.reduce((sum, each) => sum + /** @type {HTMLElement} */ (each).offsetHeight + gap, 0)
  const beside = isNarrow ? /** @type {HTMLElement} */ (document.querySelector('.beside')).offsetHeight + gap : 0
  root.style.setProperty('--below', `${high + beside}px`)
}

function saved() {
  try { return JSON.parse(sessionStorage.getItem(store)) ?? [] } catch { return [] }
}

async function changed(handle) {
  sessionStorage.setItem(store, JSON.stringify(handle.log()))
  $('notice').hidden = true
  showHints()
  fit()
  const text = handle.text()
  const local = handle.isSolved()
  if (local === false) { if (handle.isFinished()) showFaults(text); return }
  if (local === true || judged === text) solved()
  if (judged === text) return
  try { // the server is the judge
    const verdict = await ask(url('judge'), { moves: text }, token)
    if (verdict.solved) { judged = text; solved() } else if (local === true) tell(verdict.says, 'wrong'); else if (handle.isFinished()) showFaults(text)
  } catch (error) { if (local === null) tell('The page cannot judge this one without the server.', 'wrong') }
}

/** Say that a complete answer breaks a rule, and mark where. */
async function showFaults(text) {
  tell('Complete, but something breaks a rule.', 'wrong')
  try {
    const { marks } = await ask(url('faults'), { log: board.log() }, token)
    if (board.text() === text && marks.length) board.mark(marks)
  } catch { /* without the server it is said and not shown */ }
}

function solved() {
  tell('Solved!', 'done')
  const done = new Set(JSON.parse(localStorage.getItem('quandary done') ?? '[]'))
  localStorage.setItem('quandary done', JSON.stringify([...done.add(data.store)]))
  mark()
  showVerdict(false)
  $('next')?.focus()
}

/** How hard it is: it waits until the puzzle is solved, or until somebody asks. */
async function showVerdict(isAsked = true) {
  const section = $('verdict')
  if (!section.hidden) return
  try {
    const found = await ask(url('verdict'), {}, token)
    const [heading, scale, , says, facts] = section.children
    const meter = /** @type {HTMLMeterElement} */ (section.querySelector('meter'))
    heading.textContent = found.short
    scale.replaceChildren(...found.scale.map((word) => element('li', word === found.word ? { 'aria-current': 'true' } : {}, word)))
    meter.hidden = found.place === null
    if (found.place !== null) { meter.value = found.place; meter.setAttribute('aria-label', `${Math.round(found.place)} % of generated puzzles are easier`) }
    says.textContent = found.compared && `${found.compared}.`
    facts.replaceChildren(...Object.entries(found.facts).map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))))
    section.hidden = false
    $('how-hard').hidden = true
    fit()
  } catch (error) { if (isAsked) tell(error.message, 'wrong') } // without the server, solved is solved
}

function mark() {
  const done = new Set(JSON.parse(localStorage.getItem('quandary done') ?? '[]'))
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll('.strip a')
  for (const link of links) if (done.has(`${data.file} ${link.dataset.id}`)) link.classList.add('done')
}

function tell(says, how = '') {
  $('notice').textContent = says
  $('notice').className = `notice ${how}`
  $('notice').hidden = false
}

// What was asked about last, and how much of the hint was told: what kind of step, where, and the move.
let asked = { log: '', hint: null, degree: -1 }
const STOPS = ['What kind of step', 'Where', 'The move']

/** Show the hint as stops on a line: those that were told, and a button for the next one. */
function showHints() {
  const isOld = JSON.stringify(board?.log() ?? []) !== asked.log
  const told = isOld ? -1 : asked.degree, stops = isOld || !asked.hint ? STOPS : asked.hint.degrees.map((_, at, all) => STOPS[at + STOPS.length - all.length] ?? STOPS[0])
  const had = document.activeElement?.id === 'hint'
  $('hints').replaceChildren(...stops.map((name, at) => {
    const words = element('span', {}, element('small', {}, name))
    if (at <= told) words.append(element('span', { class: 'words' }, asked.hint.degrees[at]))
    if (at === told + 1) {
      const next = element('button', { type: 'button', id: 'hint' }, at ? (at === stops.length - 1 ? 'Tell me the move' : 'Tell me where') : 'Give me a hint')
      next.addEventListener('click', more)
      words.append(next)
    }
    if (at === told && at === stops.length - 1 && asked.hint.show) {
      const play_ = element('button', { type: 'button', id: 'show' }, 'Show me')
      play_.addEventListener('click', () => board.does({ type: 'move', move: asked.hint.show }))
      words.append(play_)
    }
    return element('li', { class: [at <= told ? 'told' : '', at === told ? 'latest' : ''].join(' ') }, element('span', { class: 'stop', 'aria-hidden': 'true' }, String(at + 1)), words)
  }))
  if (had) ($('hint') ?? $('show'))?.focus()
  fit()
}

async function more() {
  try {
    const log = board.log()
    if (JSON.stringify(log) !== asked.log) asked = { log: JSON.stringify(log), hint: await ask(url('hint'), { log }, token), degree: -1 }
    const { hint } = asked
    hint.degrees ??= [hint.says]
    asked.degree = Math.min(asked.degree + 1, hint.degrees.length - 1)
    board.say(hint.degrees[asked.degree])
    if (hint.marks && (asked.degree || hint.degrees.length === 1)) board.mark(hint.marks)
    showHints()
  } catch (error) { tell(error.message, 'wrong') }
}
showHints()

$('answer').addEventListener('click', async () => {
  try {
    const answer = await ask(url('answer'), {}, token)
    board.does({ type: 'restart' })
    if (answer.several) board.does({ type: 'start', name: answer.start })
    for (const move of answer.moves) { board.does({ type: 'move', move }); await new Promise((done) => setTimeout(done, Math.min(250, 4000 / answer.moves.length))) }
  } catch (error) { tell(error.message, 'wrong') }
})

$('how-hard').addEventListener('click', () => showVerdict())

$('timer').addEventListener('click', () => {
  const shown = $('clock').hidden
  $('clock').hidden = !shown
  $('timer').setAttribute('aria-pressed', String(shown))
})
setInterval(() => { if (!$('clock').hidden && !document.hidden) { const s = Math.floor((performance.now() - since) / 1000); $('clock').textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}` } }, 500)
