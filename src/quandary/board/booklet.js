// A booklet in the browser: every picture can be turned into a board, judged by the rules that the page carries.
import { element, mount, verdictOn } from './view.js'

const puzzles = JSON.parse(document.getElementById('data').textContent)

async function open(article, data, button) {
  const picture = article.querySelector('svg')
  const board = element('div', { class: 'board' }), verdict = element('p', { class: 'verdict', role: 'status' })
  const play = await import(`quandary/${data.module}`)
  button.remove()
  picture.replaceWith(board)
  board.after(verdict)
  mount(board, {
    play, puzzle: data.puzzle, drawing: data.drawing,
    onChange: (handle) => { verdict.textContent = verdictOn(handle) },
  })
  board.querySelector('[tabindex="0"], button')?.focus()
}

for (const [number, data] of Object.entries(puzzles)) {
  const article = document.getElementById(`puzzle-${number}`)
  const button = element('button', { type: 'button', class: 'play', 'aria-label': `Play puzzle ${number}` }, 'Play')
  button.addEventListener('click', () => open(article, data, button), { once: true })
  article.querySelector('svg').after(button)
}
