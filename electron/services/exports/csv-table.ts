import { escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';

/** A cell that is a number is one for a spreadsheet too, whatever its sign. */
export type CsvCell = string | number | boolean;

/**
 * Rows as CSV (RFC 4180), for people and their spreadsheets: invisible characters are spelled out, and what a
 * spreadsheet would take for a formula gets an apostrophe.
 */
export function csvTable(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(row => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Quoted where a reader might split or trim. */
function cell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value);
  const text = withoutFormulas(escapeInvisibleLine(value));
  return /^\s|\s$|[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The signs that begin a formula, in the forms that a keyboard for wide, small, raised or mathematical ones gives. */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫−⁺⁻⁼₊₋₌]';
/** Where a cell begins, or would for a reader that splits at another character than a comma; quotes do not hold it up. */
const start = `(?:^|[;,|])["'\\s\\p{Z}\\u2800]*`;
const plainNumber = '[+-]?\\d+(?:\\.\\d+)?(?=$|[\\]};,|"])';
const formula = new RegExp(`(?=${sign})(?<=${start})(?!(?<=[;,|]["\\s]*)${plainNumber})`, 'gu');

/** Before the sign itself: a reader that cuts white space off would cut off what stands in front of it. */
const withoutFormulas = (text: string): string => text.replace(formula, "'");
