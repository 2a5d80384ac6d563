// The course: chapters in an order, the strip of difficulty, printing, publishing, and people who try it.
import { element, picture } from '/static/board/view.js'
import { ask, hush, listen, stream } from './ask.js'
import { takeAll } from './basket.js'
import { $, explainWords, hear, note, oops } from './say.js'
import { strip, uneven } from './strip.js'
import { rounded } from './verdict.js'

const data = JSON.parse($('data').textContent)
explainWords(data.words)
const course = data.course ?? { title: '', chapters: [] }
course.chapters ??= []
const said = new Map() // ratings by kind and text
const drawn = new Map()
const keyOf = (puzzle) => `${puzzle.kind}\n${puzzle.text}`
const fresh = takeAll()
if (fresh.length) {
  if (!course.chapters.length) course.chapters.push({ title: 'First chapter', puzzles: [] })
  const last = course.chapters.at(-1)
  last.puzzles.push(...fresh.filter((puzzle) => !course.chapters.some((chapter) => chapter.puzzles.some((other) => keyOf(other) === keyOf(puzzle)))))
}
$('title').value = course.title ?? ''
let page = 1, pages = 0

// The order

let keeping = 0
function changed() {
  clearTimeout(keeping)
  keeping = setTimeout(async () => {
    try { await ask('/course/save', { course, draft: true }); $('file').textContent = 'draft kept' } catch (error) { $('file').textContent = 'draft not kept' }
  }, 400)
  show()
}

function show() {
  const all = course.chapters.flatMap((chapter) => chapter.puzzles), isEmpty = !all.length
  $('empty').hidden = !isEmpty
  for (const id of ['strip', 'chapters', 'print']) $(id).hidden = isEmpty
  for (const id of ['order', 'try', 'publish', 'save']) /** @type {HTMLButtonElement} */ ($(id)).disabled = isEmpty
  if (isEmpty) { $('summary').textContent = ''; return }
  settle()
  const flaws = uneven(course.chapters)
  const names = { gap: 'gap', spike: 'spike', steep: 'steep start' }
  const count = (what) => flaws.filter((flaw) => flaw.what === what).length
  const told = Object.entries(names).filter(([what]) => count(what)).map(([what, name]) => `${count(what)} ${name}${count(what) === 1 ? '' : 's'}`)
  $('summary').textContent = `${all.length} puzzle${all.length === 1 ? '' : 's'} in ${course.chapters.length} chapter${course.chapters.length === 1 ? '' : 's'}. ${told.length ? `There ${flaws.length === 1 ? 'is' : 'are'} ${told.join(', ')}.` : 'It rises evenly.'}`
  $('strip').replaceChildren(strip(course.chapters, unit(), (chapter, at) => cardAt(chapter, at)?.focus(), fillGap))
  $('chapters').replaceChildren(...course.chapters.map(chapterNode))
}

/** Give every puzzle its score: that of its kind, or its place among its kind where several kinds meet, since bits of kinds do not compare. */
function settle() {
  for (const chapter of course.chapters) for (const puzzle of chapter.puzzles) {
    const verdict = said.get(keyOf(puzzle))?.verdict
    if (verdict) puzzle.score = verdict.faulty ? null : isMixed() ? verdict.place : verdict.value
  }
}
const isMixed = () => new Set(course.chapters.flatMap((chapter) => chapter.puzzles.map((puzzle) => puzzle.kind))).size > 1

const unit = () => {
  if (isMixed()) return '% easier'
  const units = new Set([...said.values()].map((each) => / ([a-z]+)$/.exec(each.verdict.said)?.[1] ?? ''))
  return units.size === 1 && [...units][0] ? [...units][0] : 'difficulty'
}
const cardAt = (chapter, at) => /** @type {HTMLElement | null} */ ($('chapters').querySelector(`[data-at="${chapter} ${at}"]`))

function chapterNode(chapter, number) {
  const title = /** @type {HTMLInputElement} */ (element('input', { class: 'chapter-title', 'aria-label': `Title of chapter ${number + 1}`, maxlength: 200 }))
  title.value = chapter.title
  title.addEventListener('change', () => { chapter.title = title.value; changed() })
  const scores = chapter.puzzles.map((puzzle) => puzzle.score).filter((score) => typeof score === 'number')
  const range = scores.length ? `${Math.round(Math.min(...scores) * 10) / 10} to ${Math.round(Math.max(...scores) * 10) / 10} ${unit()}` : ''
  const list = element('ol', { class: 'course-cards' })
  const gaps = uneven(course.chapters).filter((flaw) => flaw.chapter === number && flaw.what === 'gap')
  chapter.puzzles.forEach((puzzle, at) => {
    const gap = gaps.find((flaw) => flaw.at === at)
    if (gap) {
      const fill = element('button', { type: 'button', class: 'button' }, 'Fill this gap')
      fill.addEventListener('click', () => fillGap(gap))
      list.append(element('li', { class: 'gap' }, fill, element('span', { class: 'sub' }, `${Math.round(gap.low * 10) / 10} to ${Math.round(gap.high * 10) / 10} ${unit()}`)))
    }
    list.append(card(puzzle, number, at))
  })
  const split = button('New chapter after this', () => { course.chapters.splice(number + 1, 0, { title: `Chapter ${course.chapters.length + 1}`, puzzles: [] }); changed() }, 'button quiet')
  const join = number ? button('Join with the one before', () => { course.chapters[number - 1].puzzles.push(...chapter.puzzles); course.chapters.splice(number, 1); changed() }, 'button quiet') : null
  const node = element('section', { class: 'sheet chapter', 'aria-label': `Chapter ${number + 1}` }, element('div', { class: 'between' }, element('h2', {}, `${number + 1} `, title), element('span', { class: 'sub' }, range)), element('p', { class: 'sub' }, 'Drag to reorder, or Alt and an arrow key.'), list, element('div', { class: 'row' }, split, ...[join].filter(Boolean)))
  node.addEventListener('dragover', (event) => event.preventDefault())
  node.addEventListener('drop', (event) => { event.preventDefault(); if (dragged) move(dragged, { chapter: number, at: chapter.puzzles.length }) })
  return node
}

function button(label, does, how = 'button') {
  const made = element('button', { type: 'button', class: how }, label)
  made.addEventListener('click', does)
  return made
}

let dragged = null
function card(puzzle, chapter, at) {
  const frame = element('div', { class: 'thumb hole' })
  if (drawn.has(keyOf(puzzle))) frame.append(picture(drawn.get(keyOf(puzzle))))
  const told = said.get(keyOf(puzzle))?.verdict
  const node = element('li', { class: 'course-card', draggable: 'true', tabindex: 0, 'data-at': `${chapter} ${at}`, 'aria-label': `${at + 1}, ${puzzle.title || puzzle.id}, ${told?.short || 'not measured'}` }, frame,
    element('div', { class: 'foot' }, element('span', {}, String(at + 1)), element('span', { class: told?.faulty ? 'change no' : '' }, told ? (told.faulty ? 'not proper' : rounded(told.said)) : '…')), button('Take out', () => { course.chapters[chapter].puzzles.splice(at, 1); changed() }, 'button quiet out'))
  node.addEventListener('dragstart', () => { dragged = { chapter, at }; node.classList.add('dragged') })
  node.addEventListener('dragend', () => { dragged = null; node.classList.remove('dragged') })
  node.addEventListener('dragover', (event) => event.preventDefault())
  node.addEventListener('drop', (event) => { event.preventDefault(); event.stopPropagation(); if (dragged) move(dragged, { chapter, at }) })
  node.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], jump = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || (!step && !jump)) return
    event.preventDefault()
    const to = step ? { chapter, at: at + step } : { chapter: chapter + jump, at: course.chapters[chapter + jump]?.puzzles.length ?? 0 }
    if (course.chapters[to.chapter] && to.at >= 0 && to.at <= course.chapters[to.chapter].puzzles.length - (step ? 1 : 0)) move({ chapter, at }, to, true)
  })
  return node
}

function move(from, to, isKept = false) {
  const [puzzle] = course.chapters[from.chapter].puzzles.splice(from.at, 1)
  course.chapters[to.chapter].puzzles.splice(to.at, 0, puzzle)
  changed()
  if (isKept) cardAt(to.chapter, to.at)?.focus()
  hear(`Moved to place ${to.at + 1} of chapter ${to.chapter + 1}.`)
}

$('order').addEventListener('click', () => {
  for (const chapter of course.chapters) chapter.puzzles.sort((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity))
  changed()
  hear('Ordered by difficulty.')
})
$('title').addEventListener('input', () => { course.title = $('title').value; changed() })

// Pictures and ratings

async function measure() {
  const all = course.chapters.flatMap((chapter) => chapter.puzzles)
  const byKind = new Map()
  for (const puzzle of all) if (!drawn.has(keyOf(puzzle))) byKind.set(puzzle.kind, [...(byKind.get(puzzle.kind) ?? []), puzzle])
  for (const [kind, puzzles] of byKind) for (let at = 0; at < puzzles.length; at += 24) {
    try {
      const some = puzzles.slice(at, at + 24), found = (await ask('/api/look', { kind, texts: some.map((puzzle) => puzzle.text) })).pictures
      some.forEach((puzzle, number) => { if (found[number]) drawn.set(keyOf(puzzle), found[number]) })
    } catch (error) { oops(error) }
  }
  show()
  const todo = all.filter((puzzle) => !said.has(keyOf(puzzle)))
  if (!todo.length) return
  try {
    await listen('rate', { puzzles: todo.map(({ kind, text }) => ({ kind, text })) }, (told) => {
      if (!told.verdict) return
      const puzzle = todo[Number(told.tag)]
      said.set(keyOf(puzzle), told)
    })
    settle()
    show()
  } catch (error) { oops(error) }
}

async function fillGap(flaw) {
  const chapter = course.chapters[flaw.chapter], near = chapter.puzzles[flaw.at - 1] ?? chapter.puzzles[flaw.at], size = said.get(keyOf(near))?.size ?? ''
  const third = (flaw.high - flaw.low) / 4
  const list = element('ul', { class: 'alike-list' }), told = element('p', { class: 'sub', role: 'status' }, 'Making up to six, for at most a minute …'), bar = element('progress', { class: 'progress', 'aria-label': 'Making puzzles' })
  const stop = button('Stop', () => { hush('fill'); end('Stopped.') }, 'button quiet')
  const end = (says) => { bar.hidden = stop.hidden = true; told.textContent = says; hear(says) }
  $('made').hidden = false
  $('made').replaceChildren(element('h2', {}, 'Fill this gap'), element('div', { class: 'row' }, told, bar, stop), list)
  $('made').scrollIntoView({ block: 'nearest' })
  let found = 0
  try {
    await listen('fill', { kind: near.kind, size, low: flaw.low + third, high: flaw.high - third, seed: Math.floor(Math.random() * 1e6) }, (each) => {
      if (each.error) { end(each.error); return }
      found++
      const puzzle = { kind: near.kind, text: each.text, id: `${near.kind}-gap`, title: '', score: each.value }
      drawn.set(keyOf(puzzle), each.drawing)
      const made = element('li', { class: 'card' }, element('div', { class: 'thumb hole' }, picture(each.drawing)), element('b', {}, each.said), element('div', { class: 'row' }, button('Put in', () => { chapter.puzzles.splice(flaw.at, 0, puzzle); $('made').hidden = true; changed(); measure() }), button('Discard', () => made.remove(), 'button quiet')))
      list.append(made)
    })
    if (!stop.hidden) end(found ? `${found} made. Put one in.` : 'None was found.')
  } catch (error) { oops(error); end('') }
}

// Save, print, publish

$('save').addEventListener('click', async () => {
  try {
    const done = await ask('/course/save', { course })
    $('file').textContent = done.file
    note(`Saved as ${done.file}.${done.weak.length ? ` ${done.weak[0]}.` : ''}`)
  } catch (error) { oops(error) }
})

const options = () => ({ paper: $('paper').value, per_page: $('per_page').value, answers: $('answers').value, ...Object.fromEntries(['hints', 'worksheet', 'large', 'light'].map((id) => [id, /** @type {HTMLInputElement} */ ($(id)).checked])) })

async function printed(as, told) {
  $('pages').textContent = told
  $('print').setAttribute('aria-busy', 'true')
  try {
    await stream('/course/print', 'booklet', { course, options: options(), as }, (each) => {
      if (each.error) { $('pages').textContent = ''; note(each.error, { how: 'wrong' }) }
      if (each.pages) { pages = each.pages; page = Math.min(page, pages); turn() }
      if (each.written) { $('pages').textContent = `Wrote ${each.written}.`; note(`Wrote ${each.written} into the folder.`) }
      for (const problem of each.problems ?? []) note(problem, { how: 'wrong' })
    })
  } catch (error) { oops(error) }
  $('print').removeAttribute('aria-busy')
}

function turn() {
  $('turn').hidden = pages < 2
  $('pages').textContent = `Page ${page} of ${pages}, as it will be`
  $('preview').replaceChildren(element('img', { src: `/course/page/${page}.png?${Date.now()}`, alt: `Page ${page} of the booklet` }))
}
$('before').addEventListener('click', () => { page = Math.max(1, page - 1); turn() })
$('after').addEventListener('click', () => { page = Math.min(pages, page + 1); turn() })
$('show').addEventListener('click', () => printed('', 'Making the pages …'))
$('pdf').addEventListener('click', () => printed('.pdf', 'Making the PDF …'))
$('html').addEventListener('click', () => printed('.html', 'Making the page …'))
for (const id of ['paper', 'per_page', 'answers', 'hints', 'worksheet', 'large', 'light']) $(id).addEventListener('change', () => { if (pages) printed('', 'Making the pages …') })

$('publish').addEventListener('click', async () => {
  note('Making one page to play offline …')
  try {
    await stream('/course/publish', 'publish', { course }, (each) => {
      if (each.error) note(each.error, { how: 'wrong' })
      if (each.written) note(`Wrote ${each.written} into the folder. It needs no server.${each.problems.length ? ` ${each.problems[0]}` : ''}`)
    })
  } catch (error) { oops(error) }
})

// People

$('try').addEventListener('click', async () => {
  note('Making a study of the course …')
  try { showPeople(await ask('/course/try', { course })) } catch (error) { oops(error) }
})

function showPeople(study) {
  const link = element('input', { readonly: true, 'aria-label': 'Link for people' })
  link.value = study.link
  const table = element('div', {})
  $('people').hidden = false
  $('people').replaceChildren(element('h2', {}, 'Let people try'), element('p', { class: 'sub' }, `The study is the folder ${study.study}. It is served as long as the studio runs, to this computer only. The command study serve with --public-url serves it to others.`),
    element('div', { class: 'row' }, element('a', { class: 'button main', href: study.link, target: '_blank', rel: 'noopener' }, 'Take part'), element('a', { class: 'button', href: study.research, target: '_blank', rel: 'noopener' }, 'Researcher’s pages'), button('Show what people did', () => compare(study.study, table)), link),
    ...(study.password ? [element('p', { class: 'sub' }, `Password of the researcher’s pages: `, element('code', {}, study.password))] : []), table)
  $('people').scrollIntoView({ block: 'nearest' })
}

async function compare(study, root) {
  try {
    const { answers } = await ask('/course/people', { study })
    const all = course.chapters.flatMap((chapter) => chapter.puzzles)
    const rows = all.filter((puzzle) => answers[puzzle.id]).map((puzzle) => { const each = answers[puzzle.id]; return element('tr', {}, element('td', {}, puzzle.title || puzzle.id), element('td', {}, said.get(keyOf(puzzle))?.verdict.short ?? ''), element('td', {}, String(each.people)), element('td', {}, `${each.solved} of ${each.people}`), element('td', {}, `${each.seconds} s`)) })
    root.replaceChildren(rows.length ? element('table', {}, element('thead', {}, element('tr', {}, ...['Puzzle', 'Predicted', 'People', 'Solved', 'Median time'].map((name) => element('th', {}, name)))), element('tbody', {}, ...rows)) : element('p', { class: 'sub' }, 'Nobody has answered yet. The researcher’s pages show each step beside the prediction.'))
  } catch (error) { oops(error) }
}

show()
if (fresh.length) changed()
measure()
