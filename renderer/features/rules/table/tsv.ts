/** Rows of cells as a spreadsheet copies them: tabs between cells, quotes around what has a tab, a line or a quote. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => cells.map(quoteWhereNeeded).join('\t')).join('\n');
}

const quoteWhereNeeded = (text: string): string =>
  /^"|[\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/y;

/** The same back; the empty line that most programs leave at the end is none. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (end !== '\t' && end !== '' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
