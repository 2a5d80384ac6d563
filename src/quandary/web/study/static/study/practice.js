// The practice puzzle: it must be solved before the study goes on.
import { mount } from '/static/board/view.js'
import { checker, looker } from '/static/study/queue.js'

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id)
const data = JSON.parse($('puzzle').textContent), begun = performance.now()
const play = await import(`/static/${data.module}`)
const faults = checker(data.id, data.csrf)
mount($('board'), {
  play, puzzle: { ...data.puzzle, look: looker(data.id, data.puzzle, data.csrf) }, drawing: data.drawing, words: data.words.board, feedback: data.feedback,
  onChange: (board) => {
    const { elements } = $('form')
    elements.moves.value = board.text()
    elements.log.value = JSON.stringify(board.log())
    elements.ms.value = Math.round(performance.now() - begun)
    const solved = board.isSolved()
    $('begin').disabled = solved === false
    const wrong = solved === false && board.isFinished()
    $('notice').hidden = solved !== true && !wrong
    $('notice').className = `notice ${wrong ? 'wrong' : 'done'}`
    if (solved === true) { $('notice').textContent = data.words.practice_solved; $('begin').focus() }
    if (wrong) { $('notice').textContent = data.words.unfinished_wrong; faults(board) }
  },
})
