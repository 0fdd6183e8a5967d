/** The start of a text that would be longer than so many characters. A clip of each node costs more to draw than this. */
export function shortenEnd(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** The end of it, where that tells more. */
export function shortenStart(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `…${characters.slice(1 - most).join('')}`;
}
