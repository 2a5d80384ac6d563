// A HEX tangram is touched like every puzzle in which pieces are laid on cells.
// @ts-expect-error Pages serve it beside the folders of the other kinds, one level up.
export * from '../../board/laying.js'
