// A HEX tangram is touched like every puzzle in which pieces are laid on cells.
export * from '../../board/laying.js'
