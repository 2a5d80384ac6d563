// Ways: the solution that is meant, and shorter, cheaper and other ones, each of which can be watched.
import { element, mount, picture } from '/static/board/view.js'
import { ask, listen } from './ask.js'
import { hear, note, oops } from './say.js'

const HOW = { yours: ['✓', 'Yours'], shorter: ['!', 'Shorter than yours'], cheaper: ['!', 'Cheaper than yours'], different: ['', 'Another way'], '': ['', ''] }
const MEANT = { shorter: 'no shorter way', cheaper: 'no cheaper way', different: 'no other way' }

/** Fill the panel. `meant` is {intended, forbid}, and `onMeant` is called when the person changes it. */
export async function showWays(root, { kind, text, meant, onMeant }) {
  const body = root.querySelector('.ways-body')
  const again = () => showWays(root, { kind, text, meant, onMeant })
  root.setAttribute('aria-busy', 'true')
  await listen('ways', { kind, text, intended: meant.intended || null, forbid: meant.forbid }, (said) => {
    root.removeAttribute('aria-busy')
    const keep = button('Play the one you mean', () => playIt(body, { kind, text, onKept: (moves) => { meant.intended = moves; onMeant(); again() }, onBack: again }))
    if (said.error) {
      const forget = meant.intended ? button('Forget the solution you meant', () => { meant.intended = ''; onMeant(); again() }) : null
      body.replaceChildren(element('p', { class: meant.intended ? 'note' : 'sub' }, said.error), ...[forget ?? keep])
      return
    }
    const others = said.ways.filter((way) => way.how !== 'yours')
    const unmeant = meant.intended && others.length ? `${others.length} ${others.length === 1 ? 'was' : 'were'} not intended. ` : ''
    body.replaceChildren(element('p', { class: 'sub' }, `${unmeant}${said.says}${/[.!?]$/.test(said.says) ? '' : '.'}`),
      ...said.forbidden.map((words) => element('p', { class: 'note' }, `Forbidden, but there: ${words}.`)),
      ...listed(said.ways.map((way, number) => row(way, number, meant, () => { meant.intended = way.moves; onMeant(); again() }))),
      ...said.needless.map((name) => element('p', { class: 'small' }, `It can be solved without ${name}.`)),
      ...(meant.intended ? [rules(meant, () => { onMeant(); again() })] : []), keep)
  }).catch(oops)
}

const AT_ONCE = 3
/** Return a list of the first ways, and the others folded below. */
function listed(rows) {
  const more = rows.slice(AT_ONCE)
  return [element('ol', { class: 'ways' }, ...rows.slice(0, AT_ONCE)), ...(more.length ? [element('details', { class: 'trap' }, element('summary', {}, `${more.length} more way${more.length === 1 ? '' : 's'}`), element('ol', { class: 'ways', start: AT_ONCE + 1 }, ...more))] : [])]
}

function button(label, does, how = 'button') {
  const made = element('button', { type: 'button', class: how }, label)
  made.addEventListener('click', does)
  return made
}

function row(way, number, meant, onMean) {
  const [sign, name] = HOW[way.how]
  const frame = element('div', { class: 'step-picture hole', hidden: true })
  const watch = button('Show', () => {
    frame.hidden = !frame.hidden
    watch.textContent = frame.hidden ? 'Show' : 'Hide'
    if (!frame.hidden && way.drawing) frame.replaceChildren(picture(way.drawing))
  })
  const title = name || `Way ${number + 1}`
  return element('li', {}, element('span', { class: sign === '!' ? 'change no' : '' , 'aria-hidden': 'true' }, sign), element('span', {}, element('b', {}, title), `, ${way.length} move${way.length === 1 ? '' : 's'}`, element('br'), element('span', { class: 'sub' }, way.says), element('code', { class: 'moves' }, way.moves)),
    element('span', { class: 'row' }, watch, ...(way.how === 'yours' || meant.intended ? [] : [button('Mean this', onMean)])), frame)
}

function rules(meant, onChange) {
  return element('fieldset', { class: 'forbid row' }, element('legend', { class: 'sub' }, 'Allow'), ...Object.entries(MEANT).map(([name, label]) => {
    const box = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox' }))
    box.checked = meant.forbid.includes(name)
    box.addEventListener('change', () => { meant.forbid = box.checked ? [...meant.forbid, name] : meant.forbid.filter((each) => each !== name); onChange() })
    return element('label', {}, box, ` ${label}`)
  }))
}

/** Let the person play the solution that is meant. */
async function playIt(body, { kind, text, onKept, onBack }) {
  try {
    const data = await ask('/api/play', { kind, text })
    const play = await import(`/static/${data.module}`)
    const look = async (path) => { data.puzzle.states[path] = await ask('/api/play', { kind, text, path }) }
    const board = element('div', { class: 'board ring-play' }), says = element('p', { class: 'sub' }, 'Play the solution that you mean. It is kept when it is solved.')
    body.replaceChildren(says, board, button('Back to the list', onBack))
    mount(board, {
      play, puzzle: { ...data.puzzle, look }, drawing: data.drawing,
      onChange: async (handle) => {
        if (handle.isSolved() === false) return
        try {
          const verdict = await ask('/api/judge', { kind, text, moves: handle.text() })
          if (!verdict.solved || !verdict.intended) return
          handle.lock()
          hear('Solved. This is the solution that you mean.')
          note('Kept as the solution that you mean. Save to put it into the file.')
          onKept(verdict.intended)
        } catch (error) { oops(error) }
      },
    })
    board.querySelector('svg')?.focus()
  } catch (error) { oops(error) }
}
