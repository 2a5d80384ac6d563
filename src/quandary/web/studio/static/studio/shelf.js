// The shelf: every puzzle with its verdict, sorted, filtered and plotted; new ones, pasted ones, dropped files.
import { element, picture } from '/static/board/view.js'
import { ask, hush, listen } from './ask.js'
import { put } from './basket.js'
import { plot } from './plot.js'
import { $, choose, explainWords, hear, note, oops } from './say.js'
import { headOf, rounded, ruler, sentence } from './verdict.js'

const data = JSON.parse($('data').textContent)
explainWords(data.words)
const READ = /\.(jsonl|ndjson|json|xsb|sok|sdm|csv|txt)$/ // files of a folder that may have puzzles
const LONGEST = 14 // characters of a score below a picture
const WORDS = ['very easy', 'easy', 'medium', 'hard', 'very hard']
const shelf = { items: [], ratings: new Map(), picked: new Set(), nodes: new Map(), twins: new Map() }

async function load() {
  try {
    const said = await ask('/api/items')
    shelf.items = said.items
    $('problems').hidden = !said.problems.length
    $('problems').textContent = said.problems.slice(0, 3).join(' ')
    const isEmpty = !said.items.length
    $('empty').hidden = !isEmpty
    $('grid').hidden = isEmpty
    $('filters').hidden = isEmpty
    fillSelects()
    show()
    if (!isEmpty) rate()
    else $('summary').textContent = 'Nothing here yet.'
  } catch (error) { oops(error) }
}

function option(value, label, isChosen = false) {
  const made = /** @type {HTMLOptionElement} */ (element('option', { value }, label))
  made.selected = isChosen
  return made
}

function fillSelects() {
  const kinds = new Map()
  for (const item of shelf.items) kinds.set(item.kind, (kinds.get(item.kind) ?? 0) + 1)
  const titles = Object.fromEntries(data.kinds.map((kind) => [kind.name, kind.title]))
  keeping($('kind'), [option('', `All kinds, ${shelf.items.length}`), ...[...kinds].map(([name, count]) => option(name, `${titles[name] ?? name}, ${count}`))])
}

function keeping(select, options) {
  const old = select.value
  select.replaceChildren(...options)
  if (options.some((each) => each.value === old)) select.value = old
}

function measures() {
  const names = new Set()
  for (const said of shelf.ratings.values()) for (const name of Object.keys(said.values)) names.add(name)
  return [...names].sort()
}

function fillMeasures() {
  const names = measures(), all = ['place', ...names]
  keeping($('sort'), [option('', 'Sort: as in the files'), option('place', 'Sort: place'), option('title', 'Sort: title'), ...names.map((name) => option(name, `Sort: ${name.replaceAll('_', ' ')}`))])
  keeping($('measure'), [option('', 'Any measure'), ...all.map((name) => option(name, name.replaceAll('_', ' ')))])
  keeping($('up'), all.map((name) => option(name, name.replaceAll('_', ' '))))
  const was = $('across').value
  keeping($('across'), all.map((name) => option(name, name.replaceAll('_', ' '))))
  const count = (name) => [...shelf.ratings.values()].filter((said) => name in said.values).length
  if (!was && names.length) $('across').value = names.reduce((best, name) => count(name) > count(best) ? name : best)
}

const valueOf = (key, name) => {
  const said = shelf.ratings.get(key)
  if (!said) return null
  return (name === 'place' ? said.verdict.place : said.values[name]) ?? null
}
const nameOf = (item) => item.title || item.id

function visible() {
  const words = $('search').value.toLowerCase(), kind = $('kind').value, sort = $('sort').value, measure = $('measure').value
  const low = Number($('from').value || -Infinity), high = Number($('to').value || Infinity)
  const found = shelf.items.filter((item) => (!kind || item.kind === kind) &&
    (!words || `${nameOf(item)} ${item.text}`.toLowerCase().includes(words)) &&
    (!measure || (valueOf(item.key, measure) !== null && valueOf(item.key, measure) >= low && valueOf(item.key, measure) <= high)))
  if (sort === 'title') found.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
  else if (sort) found.sort((a, b) => (valueOf(a.key, sort) ?? Infinity) - (valueOf(b.key, sort) ?? Infinity))
  return found
}

function show() {
  const found = visible()
  $('cards').replaceChildren(...found.map(nodeOf))
  tell(found.length)
}

// Cards

const watcher = new IntersectionObserver((seen) => {
  for (const each of seen) if (each.isIntersecting) { wanted.add(/** @type {HTMLElement} */ (each.target).dataset.key); watcher.unobserve(each.target) }
  clearTimeout(fetching)
  fetching = setTimeout(fetchPictures, 20)
}, { rootMargin: '600px' })
const wanted = new Set()
let fetching = 0

async function fetchPictures() {
  const keys = [...wanted].slice(0, 60)
  if (!keys.length) return
  for (const key of keys) wanted.delete(key)
  try {
    const said = await ask('/api/pictures', { keys })
    for (const [key, drawing] of Object.entries(said.pictures)) shelf.nodes.get(key)?.querySelector('.thumb').replaceChildren(picture(drawing))
  } catch (error) { oops(error) }
  if (wanted.size) fetchPictures()
}

function nodeOf(item) {
  if (shelf.nodes.has(item.key)) return shelf.nodes.get(item.key)
  const pick = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox', class: 'pick', 'aria-label': `Choose ${nameOf(item)}` }))
  pick.addEventListener('change', () => { if (pick.checked) shelf.picked.add(item.key); else shelf.picked.delete(item.key); showPicked() })
  const made = element('li', { class: 'puzzle', 'data-key': item.key },
    element('a', { href: `/edit/${item.key}` }, element('div', { class: 'thumb hole' }), element('span', { class: 'name' }, nameOf(item)), element('span', { class: 'word waiting' }, 'measuring …')),
    element('div', { class: 'says' }), element('div', { class: 'foot' }, element('span', {}, item.kind_title), element('span', {})), pick)
  shelf.nodes.set(item.key, made)
  watcher.observe(made)
  if (shelf.ratings.has(item.key)) judge(item.key)
  return made
}

function judge(key) {
  const node = shelf.nodes.get(key), said = shelf.ratings.get(key)
  if (!node || !said) return
  const { verdict } = said, word = node.querySelector('.word'), item = shelf.items.find((each) => each.key === key)
  word.textContent = headOf(verdict)
  word.className = `word ${verdict.faulty ? 'broken' : ''}`
  const twin = shelf.twins.get(said.same)?.find((other) => other !== key)
  const other = twin && shelf.items.find((each) => each.key === twin)
  node.querySelector('.says').replaceChildren(...[verdict.faulty ? element('p', { class: 'note' }, sentence(verdict.reason)) : ruler(verdict, true),
    other ? element('p', { class: 'sub' }, `The same as ${nameOf(other)}, turned or mirrored.`) : null, item?.draft ? element('p', { class: 'sub' }, 'A draft is not saved.') : null].filter(Boolean))
  node.querySelector('.foot').replaceChildren(element('span', {}, `${item?.kind_title ?? ''}${said.size ? ` ${said.size.replace('x', '×')}` : ''}`), element('span', { title: verdict.said }, verdict.faulty || !verdict.word || rounded(verdict.said).length > LONGEST ? '' : rounded(verdict.said)))
}

// Ratings stream in

async function rate() {
  const todo = visible().map((item) => item.key).filter((key) => !shelf.ratings.has(key))
  if (!todo.length) { finish(); return }
  let pending = 0
  try {
    await listen('ratings', { keys: todo }, (said) => {
      if (said.verdict) {
        shelf.ratings.set(said.tag, said)
        shelf.twins.set(said.same, [...(shelf.twins.get(said.same) ?? []).filter((key) => key !== said.tag), said.tag])
        judge(said.tag)
      } else if (said.error) {
        const word = shelf.nodes.get(said.tag)?.querySelector('.word')
        if (word) word.textContent = 'Not measured'
      }
      if (!pending) pending = window.setTimeout(() => { pending = 0; finish() }, 200)
    })
    finish()
    for (const key of shelf.ratings.keys()) judge(key)
  } catch (error) { oops(error) }
}

function finish() {
  fillMeasures()
  tell(visible().length)
  tally()
  drawPlot()
  todo()
}

function tell(count) {
  const kinds = new Set(shelf.items.map((item) => item.kind)).size, measured = shelf.ratings.size, all = shelf.items.length
  $('summary').textContent = `${count === all ? all : `${count} of ${all}`} puzzle${all === 1 ? '' : 's'} in ${kinds} kind${kinds === 1 ? '' : 's'} · ${measured >= all ? 'all measured' : `${measured} measured`}`
}

function tally() {
  const rated = [...shelf.ratings.values()], faulty = rated.filter((said) => said.verdict.faulty).length
  const numbers = WORDS.map((_, place) => rated.filter((said) => !said.verdict.faulty && said.verdict.marks[0] && Math.ceil(said.verdict.marks[0] / said.verdict.marks[1] * 5) === place + 1).length)
  $('tally').replaceChildren(element('h2', {}, faulty ? `${faulty} need${faulty === 1 ? 's' : ''} a look` : 'All are proper'),
    element('div', { class: 'tally' }, ...WORDS.map((word, place) => element('span', {}, element('b', {}, String(numbers[place])), word))))
}

function drawPlot() {
  const points = visible().map((item) => ({ key: item.key, name: nameOf(item), x: valueOf(item.key, $('across').value), y: valueOf(item.key, $('up').value) })).filter((point) => point.x !== null && point.y !== null)
  $('plotted').replaceChildren(plot(points, $('across').value.replaceAll('_', ' '), $('up').value.replaceAll('_', ' '), (key, isOn) => {
    shelf.nodes.get(key)?.classList.toggle('on', isOn)
    if (isOn) shelf.nodes.get(key)?.scrollIntoView({ block: 'nearest' })
  }, (key) => location.assign(`/edit/${key}`)))
}

function todo() {
  const faulty = shelf.items.filter((item) => shelf.ratings.get(item.key)?.verdict.faulty)
  const twins = [...shelf.twins.values()].filter((keys) => keys.length > 1)
  const rows = []
  if (faulty.length) rows.push([`${faulty.length} ${faulty.length === 1 ? 'puzzle is' : 'puzzles are'} not proper.`, () => { $('search').value = ''; $('kind').value = ''; $('cards').replaceChildren(...faulty.map(nodeOf)); tell(faulty.length) }])
  if (twins.length) rows.push([`${twins.length} ${twins.length === 1 ? 'puzzle is' : 'puzzles are'} there twice, perhaps turned or mirrored.`, () => { const keys = twins.flat(); $('cards').replaceChildren(...shelf.items.filter((item) => keys.includes(item.key)).map(nodeOf)); tell(keys.length) }])
  $('todo').replaceChildren(element('h2', {}, 'To look at'), rows.length ? element('ul', { class: 'todo' }, ...rows.map(([text, does]) => { const act = element('button', { type: 'button', class: 'button' }, 'Show'); act.addEventListener('click', does); return element('li', {}, text, act) })) : element('p', { class: 'sub' }, 'Nothing. Choose puzzles by their boxes to put them into the course.'))
}

// Chosen puzzles

function showPicked() {
  const count = shelf.picked.size
  $('basket').hidden = !count
  $('cards').classList.toggle('picking', count > 0)
  $('picked').textContent = `${count} chosen`
  const two = [...shelf.picked].map((key) => shelf.items.find((item) => item.key === key))
  $('fill').hidden = !(count === 2 && two[0].kind === two[1].kind)
}

$('unpick').addEventListener('click', () => { shelf.picked.clear(); for (const box of document.querySelectorAll('.pick')) /** @type {HTMLInputElement} */ (box).checked = false; showPicked() })
$('to-course').addEventListener('click', () => {
  put(visible().filter((item) => shelf.picked.has(item.key)).map((item) => ({ kind: item.kind, text: item.text, id: item.id, title: item.title })))
  location.assign('/course')
})
$('remove').addEventListener('click', async () => {
  if (await choose('Take them off the shelf?', `${shelf.picked.size === 1 ? 'This puzzle is' : `These ${shelf.picked.size} puzzles are`} removed from the file.`, [['yes', 'Take off'], ['', 'Leave them']]) !== 'yes') return
  try {
    const gone = []
    for (const key of shelf.picked) gone.push(await ask('/api/remove', { key }))
    shelf.picked.clear()
    showPicked()
    await load()
    note(`${gone.length} taken off.`, { label: 'Put back', does: async () => { for (const each of gone) await ask('/api/add', each); load() } })
  } catch (error) { oops(error) }
})
$('fill').addEventListener('click', async () => {
  const [one, other] = [...shelf.picked].map((key) => ({ item: shelf.items.find((each) => each.key === key), said: shelf.ratings.get(key) }))
  if (!one.said || !other.said || one.said.verdict.value === null || other.said.verdict.value === null) { note('Both must be measured first.', { how: 'wrong' }); return }
  const low = Math.min(one.said.verdict.value, other.said.verdict.value), high = Math.max(one.said.verdict.value, other.said.verdict.value), third = (high - low) / 4
  offer('fill', { kind: one.item.kind, size: one.said.size, low: low + third, high: high - third }, 'Between these two')
})

/** Show puzzles that are being made, to keep or to discard. */
async function offer(task, body, title) {
  const list = element('ul', { class: 'alike-list' }), told = element('p', { class: 'sub', role: 'status' }, 'Making six, for at most a minute …'), bar = element('progress', { class: 'progress', 'aria-label': title })
  const stop = element('button', { type: 'button', class: 'button quiet' }, 'Stop')
  stop.addEventListener('click', () => { hush(task); end('Stopped.') })
  const end = (says) => { bar.hidden = stop.hidden = true; told.textContent = says; hear(says) }
  const root = $('grid').hidden ? $('empty') : $('made')
  const panel = element('section', { class: 'sheet', 'aria-label': title }, element('h2', {}, title), element('div', { class: 'row' }, told, bar, stop), list)
  if (root === $('made')) { root.hidden = false; root.replaceChildren(...panel.childNodes) } else root.append(panel)
  let found = 0
  try {
    await listen(task, { ...body, seed: Math.floor(Math.random() * 1e6) }, (said) => {
      if (said.error) { end(said.error); return }
      found++
      const keep = element('button', { type: 'button', class: 'button' }, 'Keep'), drop = element('button', { type: 'button', class: 'button quiet' }, 'Discard')
      const made = element('li', { class: 'card' }, element('div', { class: 'thumb hole' }, said.drawing ? picture(said.drawing) : ''), element('b', {}, said.said), element('div', { class: 'row' }, keep, drop))
      keep.addEventListener('click', async () => { try { await ask('/api/add', { kind: body.kind, text: said.text }); made.remove(); load() } catch (error) { oops(error) } })
      drop.addEventListener('click', () => made.remove())
      list.append(made)
    })
    if (!stop.hidden) end(found ? `${found} made. Keep those you like.` : 'None was found.')
  } catch (error) { oops(error); end('') }
  ;(root === $('made') ? root : panel).scrollIntoView({ block: 'nearest' })
}

// New, pasted and dropped puzzles

function openDialog(title, ...parts) {
  const close = element('button', { class: 'button quiet', value: '' }, 'Close')
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'dialog wide-dialog', 'aria-label': title }, element('form', { method: 'dialog' }, element('div', { class: 'between' }, element('h2', {}, title), close), ...parts)))
  document.body.append(dialog)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.showModal()
  return dialog
}

function newPuzzle() {
  const rows = data.kinds.map((kind) => {
    const start = (label, from) => {
      const made = element('button', { type: 'button', class: 'button' }, label)
      made.addEventListener('click', async () => { try { location.assign(`/edit/${(await ask('/api/add', { kind: kind.name, from })).key}`) } catch (error) { oops(error) } })
      return made
    }
    const make = element('button', { type: 'button', class: 'button quiet' }, 'Generate …')
    make.addEventListener('click', () => { dialog.close(); generate(kind) })
    return element('div', { class: 'row' }, element('span', { title: kind.summary }, kind.title), element('span', { class: 'row' }, start('Example', 'example'), start('Empty', 'nothing'), kind.makes ? make : ''))
  })
  const dialog = openDialog('New puzzle', element('p', { class: 'sub' }, 'Begin with an example, with an empty board, or let some be made.'), element('div', { class: 'kinds new-kinds' }, ...rows))
}

function generate(kind = data.kinds[0]) {
  const kinds = element('select', { 'aria-label': 'Kind' }, ...data.kinds.filter((each) => each.makes).map((each) => option(each.name, each.title, each === kind)))
  const size = element('select', { 'aria-label': 'Size' }), level = element('select', { 'aria-label': 'Level' })
  const fill = () => {
    const now = data.kinds.find((each) => each.name === /** @type {HTMLSelectElement} */ (kinds).value)
    size.replaceChildren(...now.sizes.map((each) => option(each, each.replace('x', '×'), each === now.usual)))
    level.replaceChildren(option('', 'any level'), ...now.levels.map((each) => option(each, each)))
  }
  kinds.addEventListener('change', fill)
  fill()
  const go = element('button', { type: 'button', class: 'button main' }, 'Make six')
  const dialog = openDialog('Generate', element('div', { class: 'row' }, kinds, size, level, go))
  go.addEventListener('click', () => { dialog.close(); offer('generated', { kind: /** @type {HTMLSelectElement} */ (kinds).value, size: /** @type {HTMLSelectElement} */ (size).value, level: /** @type {HTMLSelectElement} */ (level).value, count: 6 }, 'Made for you') })
}

function pasteDialog() {
  const area = /** @type {HTMLTextAreaElement} */ (element('textarea', { class: 'paste', 'aria-label': 'Links, notation or the text of a file', placeholder: 'Links, notation or the text of a file' }))
  const file = /** @type {HTMLInputElement} */ (element('input', { type: 'file', multiple: true, 'aria-label': 'Open files' }))
  const folder = /** @type {HTMLInputElement} */ (element('input', { type: 'file', multiple: true, webkitdirectory: true, 'aria-label': 'Open a folder' }))
  const go = element('button', { type: 'button', class: 'button main' }, 'Put on the shelf')
  const dialog = openDialog('Paste or open', area, element('label', {}, 'Files', file), element('label', {}, 'A folder', folder), element('div', { class: 'row' }, go))
  go.addEventListener('click', async () => {
    const chosen = [...file.files, ...[...folder.files].filter((each) => READ.test(each.name))]
    const texts = [area.value, ...await Promise.all(chosen.map((each) => each.text()))].filter((text) => text.trim())
    dialog.close()
    take(texts)
  })
  area.focus()
}

async function take(texts) {
  for (const text of texts) {
    try {
      const said = await ask('/api/paste', { text })
      await load()
      note(`${said.items.length} puzzle${said.items.length === 1 ? '' : 's'} put on the shelf.${said.problems.length ? ` ${said.problems[0]}` : ''}`, said.items.length === 1 ? { label: 'Open it', does: () => location.assign(`/edit/${said.items[0].key}`) } : {})
    } catch (error) { oops(error) }
  }
}

$('new').addEventListener('click', newPuzzle)
$('empty-new').addEventListener('click', newPuzzle)
$('paste').addEventListener('click', pasteDialog)
$('empty-paste').addEventListener('click', pasteDialog)
$('empty-make').addEventListener('click', () => generate())
document.addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('drop') })
document.addEventListener('dragleave', () => document.body.classList.remove('drop'))
document.addEventListener('drop', async (event) => {
  event.preventDefault()
  document.body.classList.remove('drop')
  const texts = event.dataTransfer.files.length ? await Promise.all([...event.dataTransfer.files].map((each) => each.text())) : [event.dataTransfer.getData('text')]
  take(texts.filter((text) => text.trim()))
})
document.addEventListener('paste', (event) => {
  if (event.target instanceof HTMLElement && event.target.closest('input, textarea')) return
  const text = event.clipboardData.getData('text')
  if (text.trim()) take([text])
})
for (const id of ['search', 'kind', 'sort', 'measure', 'from', 'to']) $(id).addEventListener('input', () => { show(); drawPlot() })
for (const id of ['up', 'across']) $(id).addEventListener('input', drawPlot)
load()
