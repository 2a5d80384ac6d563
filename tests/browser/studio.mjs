// The logic of the studio's pages without a page: undo, late answers, arrows between spots, gaps of a course.
import assert from 'node:assert/strict'
import test from 'node:test'
import { brushOf, nearest, spotsOf, stepped } from '../../src/quandary/web/studio/static/studio/spots.js'
import { begin, MOST_PAST, store } from '../../src/quandary/web/studio/static/studio/store.js'

test('twenty edits are undone and redone in order', () => {
  const desk = store(begin('0', '0'))
  for (let n = 1; n <= 20; n++) desk.run('edit', String(n))
  for (let n = 19; n >= 0; n--) { desk.run('undo'); assert.equal(desk.state.text, String(n)) }
  assert.equal(desk.run('undo'), false)
  for (let n = 1; n <= 20; n++) { desk.run('redo'); assert.equal(desk.state.text, String(n)) }
})

test('an edit forgets what was undone, and the past is limited', () => {
  const desk = store(begin('a', 'a'))
  desk.run('edit', 'b')
  desk.run('undo')
  desk.run('edit', 'c')
  assert.equal(desk.run('redo'), false)
  for (let n = 0; n < 2 * MOST_PAST; n++) desk.run('edit', String(n))
  assert.equal(desk.state.past.length, MOST_PAST)
})

test('answers about an older puzzle are dropped', () => {
  const desk = store(begin('a', 'a'))
  const { version } = desk.state
  desk.run('edit', 'b')
  assert.equal(desk.run('answer', { version, answers: { 0: {} } }), false)
  assert.equal(desk.run('list', { version, changes: [1] }), false)
  assert.deepEqual(desk.state.answers, {})
})

test('a new puzzle has no old answers', () => {
  const desk = store(begin('a', 'a'))
  desk.run('answer', { version: desk.state.version, answers: { 3: { value: 1 } } })
  desk.run('edit', 'b')
  assert.deepEqual(desk.state.answers, {})
})

const at = (x, y) => ({ at: [x, y], words: `with a wall at r${y}c${x}`, verb: 'add' })

test('changes that a picture shows at one place are one spot', () => {
  assert.deepEqual(spotsOf([at(1, 1), at(1.05, 1), at(2, 1), { at: null }]).map((spot) => spot.changes), [[0, 1], [2]])
})

test('arrows lead to every spot of a grid and stop at its border', () => {
  const spots = spotsOf([1, 2, 3].flatMap((y) => [1, 2, 3].map((x) => at(x, y))))
  let here = 0
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) here = stepped(spots, here, key)
  assert.deepEqual([spots[here].x, spots[here].y], [2, 2])
  assert.equal(stepped(spots, 8, 'ArrowDown'), 8)
  assert.equal(stepped([], null, 'ArrowDown'), null)
  assert.equal(nearest(spots, 2.9, 1.2), 2)
})

test('a brush is a change without its place', () => {
  assert.equal(brushOf(at(2, 3)), brushOf(at(1, 1)))
})
