// The puzzles that were chosen on the shelf for the course, on their way to it.
const KEY = 'quandary studio basket'

/** Put puzzles into the basket: {kind, text, id, title}. */
export function put(puzzles) {
  sessionStorage.setItem(KEY, JSON.stringify([...look(), ...puzzles]))
}

/** Return what is in the basket. */
export function look() {
  try { return JSON.parse(sessionStorage.getItem(KEY)) ?? [] } catch { return [] }
}

/** Take everything out of the basket. */
export function takeAll() {
  const found = look()
  sessionStorage.removeItem(KEY)
  return found
}
