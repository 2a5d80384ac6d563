// The shapes of a drawing, as draw.py makes them: lines, polygons, circles, texts.
// Colours are roles ("ink", "wall") that the style sheet paints, or CSS colours.

/**
 * @typedef {{type: 'line' | 'polygon' | 'circle' | 'text', [field: string]: any}} Shape
 *   One of the shapes; which other fields it has depends on its type.
 */

/** @type {(points: number[][], stroke?: string, width?: number, dashed?: boolean) => Shape} */
export const line = (points, stroke = 'ink', width = 0.05, dashed = false) => ({ type: 'line', points, stroke, width, dashed })
/** @type {(points: number[][], fill?: string | null, stroke?: string | null, width?: number) => Shape} */
export const polygon = (points, fill = null, stroke = null, width = 0) => ({ type: 'polygon', points, fill, stroke, width })
/** @type {(centre: number[], radius: number, fill?: string | null, stroke?: string | null, width?: number) => Shape} */
export const circle = (centre, radius, fill = null, stroke = null, width = 0) => ({ type: 'circle', centre, radius, fill, stroke, width })
/** @type {(at: number[], text: string, size?: number, fill?: string, bold?: boolean, anchor?: string) => Shape} */
export const label = (at, text, size = 0.5, fill = 'ink', bold = false, anchor = 'middle') => ({ type: 'text', at, text, size, fill, anchor, bold })
export const rectangle = (x, y, across, down, fill = null, stroke = null, width = 0) =>
  polygon([[x, y], [x + across, y], [x + across, y + down], [x, y + down]], fill, stroke, width)

export const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] }
/** The direction of an arrow key or a swipe, or undefined. */
export const wayOf = (gesture) => gesture.type === 'swipe' ? gesture.way
  : gesture.type === 'key' ? { ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left' }[gesture.key] : undefined
/**
 * The direction from one point to another, or null if they are near.
 * @type {(from: number[], to: number[], far: number) => string | null}
 */
export function wayTo([x, y], [tx, ty], far) {
  const dx = tx - x, dy = ty - y
  if (Math.max(Math.abs(dx), Math.abs(dy)) < far) return null
  return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up'
}
/** Buttons that do what the arrow keys do. */
export const ARROWS = [['ArrowLeft', '←', 'left'], ['ArrowUp', '↑', 'up'], ['ArrowDown', '↓', 'down'], ['ArrowRight', '→', 'right']]
  .map(([key, label, name]) => ({ key, label, name }))
/** @type {(one: number[], other: number[]) => number[]} */
export const plus = ([x, y], [dx, dy]) => [x + dx, y + dy]
export const same = (one, other) => one[0] === other[0] && one[1] === other[1]

/** A 64-bit hash (FNV-1a) as 16 hexadecimal digits, the same as in Python. */
export function hash(text) {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  return value.toString(16).padStart(16, '0')
}
