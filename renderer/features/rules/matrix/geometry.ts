/** Pixels. */
export const cellSize = 28;
/** Around each cell, within its size. */
export const cellMargin = 2;
export const nameWidth = 236;
export const headHeight = 156;

/** Dom id of a cell, for whoever reads the active one. */
export const cellId = (row: number, column: number): string => `matrix-${row}-${column}`;
