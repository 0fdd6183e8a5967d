/** One bullet; further lines are indented under its text. */
export function bulletLines(text: string): string {
  return markedLines('- ', text);
}

/** One numbered entry; further lines are indented under its text. */
export function numberedLines(text: string, number: number): string {
  return markedLines(`${number}. `, text);
}

/** Empty lines stay empty: trailing white space would count as tokens. */
function markedLines(marker: string, text: string): string {
  const indent = ' '.repeat(marker.length);
  const [first = '', ...rest] = text.split('\n');
  return [`${marker}${first}`, ...rest.map(line => (line === '' ? '' : `${indent}${line}`))].join('\n');
}
