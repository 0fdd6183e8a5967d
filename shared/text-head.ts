/** How a text begins: so many code units at most, and no half of a character at the end. */
export function textHead(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  const isParted = text.length > most && last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isParted ? most - 1 : most);
}
