// The practice puzzle: it must be solved before the study begins.
import { mount } from '/static/board/view.js'
import { looker } from '/static/study/queue.js'

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id)
const data = JSON.parse($('puzzle').textContent)
const play = await import(`/static/${data.module}`)
mount($('board'), {
  play, puzzle: { ...data.puzzle, look: looker(data.id, data.puzzle, data.csrf) }, drawing: data.drawing, words: data.words.board,
  onChange: (board) => {
    $('form').elements.moves.value = board.text()
    const solved = board.isSolved()
    $('begin').disabled = solved === false
    $('notice').hidden = solved !== true
    if (solved === true) { $('notice').textContent = data.words.practice_solved; $('begin').focus() }
  },
})
