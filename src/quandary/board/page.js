// A page without a server: every puzzle on its board, judged by the rules and the hashes that the page carries.
import { element, mount, verdictOn } from './view.js'

const puzzles = JSON.parse(document.getElementById('data').textContent)
const root = document.getElementById('puzzles')
root.replaceChildren()
for (const data of puzzles) {
  const board = element('div', { class: 'board' }), verdict = element('p', { class: 'verdict', role: 'status' })
  root.append(element('section', {}, element('h2', {}, data.name), element('p', {}, data.goal), board, verdict))
  const play = await import(`quandary/${data.module}`)
  mount(board, {
    play, puzzle: data.puzzle, drawing: data.drawing,
    onChange: (handle) => { verdict.textContent = verdictOn(handle) },
  })
}
