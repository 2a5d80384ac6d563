// A page without a server: every puzzle on its board, judged by the rules and the hashes that the page carries,
// below a strip that leads to each, with its chapter, hints for the beginning, and the answer.
import { element, mount, picture, verdictOn } from './view.js'

const puzzles = JSON.parse(document.getElementById('data').textContent)
const root = document.getElementById('puzzles'), strip = document.getElementById('strip')
root.replaceChildren()

const folded = (title, ...inside) => element('details', {}, element('summary', {}, title), ...inside)
// One hint at a time: the next is folded inside the one before.
/** @type {(hints: any[]) => any} */
const hinted = ([first, ...rest]) => folded(rest.length ? 'Hint' : 'The move', element('p', {}, first), ...(rest.length ? [hinted(rest)] : []))
const answered = ({ drawings, text }) => folded('Answer', element('div', { class: 'answer' }, ...drawings.map(picture), element('p', {}, text)))

function linkTo(data) {
  if (data.chapter) strip.append(element('strong', {}, data.chapter))
  const link = element('a', { href: `#puzzle-${data.number}`, title: [data.name, data.difficulty].filter(Boolean).join(', ') }, String(data.number))
  strip.append(link)
  return link
}

for (const data of puzzles) {
  const link = puzzles.length > 1 ? linkTo(data) : null
  const board = element('div', { class: 'board' }), verdict = element('p', { class: 'verdict', role: 'status' })
  if (data.chapter) root.append(element('h2', {}, data.chapter), element('p', {}, data.about))
  root.append(element('section', { id: `puzzle-${data.number}` },
    element('h3', {}, puzzles.length > 1 ? `${data.number} ${data.name}` : data.name), element('p', {}, data.goal), board, verdict,
    ...(data.difficulty ? [element('p', { class: 'level' }, `Difficulty: ${data.difficulty}`)] : []),
    ...(data.hints?.length ? [hinted(data.hints)] : []), ...(data.answer ? [answered(data.answer)] : [])))
  const play = await import(`quandary/${data.module}`)
  mount(board, {
    play, puzzle: data.puzzle, drawing: data.drawing,
    onChange: (handle) => {
      verdict.textContent = verdictOn(handle)
      link?.classList.toggle('done', handle.isSolved() === true)
    },
  })
}
