// The strip of a course: a bar for each puzzle, one scale, chapters below, gaps and steep starts named on it.
import { element } from '/static/board/view.js'

const WIDE = 1160, HIGH = 150, LEFT = 36, GAP = 18

/**
 * Return what is uneven: {chapter, at, what: 'gap' | 'spike' | 'steep', low, high}. A rise is a gap if it is much larger than an even one.
 * @param {{puzzles: {score?: number | null}[]}[]} chapters
 */
export function uneven(chapters) {
  const found = []
  chapters.forEach((chapter, number) => {
    const scores = chapter.puzzles.map((puzzle) => puzzle.score ?? null), known = scores.filter((score) => score !== null)
    if (known.length < 3) return
    const even = (Math.max(...known) - Math.min(...known)) / (known.length - 1), most = 2.5 * even
    for (let at = 1; at < scores.length; at++) {
      const [low, high, next] = [scores[at - 1], scores[at], scores[at + 1] ?? null]
      if (low === null || high === null) continue
      if (next !== null && Math.min(high - low, high - next) > most) found.push({ chapter: number, at, what: 'spike', low, high })
      else if (high - low > most + 1e-9) found.push({ chapter: number, at, what: 'gap', low, high })
    }
    const rest = known.slice(1), start = known[0]
    if (rest.length > 2 && start > rest[rest.length >> 1] && start > Math.min(...rest) + most) found.push({ chapter: number, at: 0, what: 'steep', low: Math.min(...rest), high: start })
  })
  return found
}

const short = (value) => String(Math.round(value * 10) / 10)

/** Return the strip. */
export function strip(chapters, unit, onPick, onGap) {
  const count = chapters.reduce((sum, chapter) => sum + Math.max(chapter.puzzles.length, 2), 0), wide = (WIDE - LEFT - GAP * (chapters.length - 1)) / Math.max(count, 12)
  const most = Math.max(1e-9, ...chapters.flatMap((chapter) => chapter.puzzles.map((puzzle) => puzzle.score ?? 0))), y = (score) => HIGH - score / most * (HIGH - 36)
  const parts = [element('svg:text', { x: 0, y: 12 }, unit), element('svg:path', { class: 'grid', d: `M${LEFT},${y(most)}H${WIDE}M${LEFT},${y(most / 2)}H${WIDE}` }), ...[0, most / 2, most].map((value) => element('svg:text', { x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' }, short(value))), element('svg:path', { class: 'axis', d: `M${LEFT},${HIGH}H${WIDE}` })]
  const flaws = uneven(chapters)
  let x = LEFT
  chapters.forEach((chapter, number) => {
    const start = x
    chapter.puzzles.forEach((puzzle, at) => {
      const flaw = flaws.find((each) => each.chapter === number && each.at === at)
      const score = puzzle.score ?? null
      const bar = score === null ? element('svg:circle', { cx: x + wide / 2, cy: HIGH - 5, r: 2, class: 'forced' }) : element('svg:rect', { x: x + wide * 0.08, y: Math.min(y(score), HIGH - 2), width: wide * 0.84, height: Math.max(2, HIGH - y(score)), rx: Math.min(2, wide / 5), class: flaw ? 'bit' : 'bit soft' })
      bar.append(element('svg:title', {}, `${at + 1}. ${puzzle.title || puzzle.id}: ${score === null ? 'not measured' : `${short(score)} ${unit}`}`))
      bar.addEventListener('click', () => onPick(number, at))
      parts.push(bar)
      if (flaw) {
        const says = flaw.what === 'gap' ? `gap: ${short(flaw.low)} to ${short(flaw.high)}` : flaw.what === 'spike' ? 'spike' : 'steep start'
        const label = element('svg:text', { x: Math.min(x + wide / 2, WIDE - 60), y: Math.max(12, y(flaw.high) - 8), 'text-anchor': 'middle', class: 'warn-text' }, says)
        if (flaw.what === 'gap') { label.classList.add('link'); label.addEventListener('click', () => onGap(flaw)) }
        parts.push(label)
      }
      x += wide
    })
    x = Math.max(x, start + 2 * wide)
    parts.push(element('svg:text', { x: start, y: HIGH + 18, class: 'b' }, `${number + 1} ${chapter.title}`.slice(0, Math.max(8, Math.floor((x - start + GAP) / 8)))), element('svg:text', { x: start, y: HIGH + 34 }, `${chapter.puzzles.length} puzzle${chapter.puzzles.length === 1 ? '' : 's'}`))
    x += GAP
  })
  return element('svg:svg', { viewBox: `0 0 ${WIDE} ${HIGH + 40}`, class: 'chart strip', role: 'img', 'aria-label': `Difficulty of ${chapters.reduce((sum, chapter) => sum + chapter.puzzles.length, 0)} puzzles in ${chapters.length} chapters, ${flaws.length ? flaws.map((flaw) => flaw.what).join(', ') : 'even'}` }, ...parts)
}
