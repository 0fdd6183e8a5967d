const alphabet = ['~', '·', '§', '¤', '¬', '†', '‡', '¶'];

/** A character that occurs in none of the texts, so that a text holding it equals and contains none of them. */
export function freshCharacter(texts: readonly string[]): string {
  const known = alphabet.find(character => !texts.some(text => text.includes(character)));
  if (known !== undefined) return known;
  const used = new Set(texts.join(''));
  let code = 0x4e00;
  while (used.has(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}
