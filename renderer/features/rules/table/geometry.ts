/** Pixels; the style sheet says the same. */
export const rowHeight = 30;
export const cellWidth = 168;
export const nameWidth = 236;
export const headHeight = 30;

/** Dom id of a cell, for whoever reads the active one. */
export const cellId = (row: number, column: number): string => `table-${row}-${column}`;
