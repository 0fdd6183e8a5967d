import { constantsOf, demandedTexts, type Literal } from '../literal.ts';

/**
 * One text that satisfies every prefix, suffix and substring demand and nothing beyond what they force:
 * longest prefix, each substring and longest suffix, set apart by a character that no constant has.
 * If any non-numeric text satisfies the literals without a regex, this one does (small model property):
 * whatever it starts with, ends with or contains, every satisfying text does too, and it equals no constant.
 */
export function canonicalText(literals: readonly Literal[]): string {
  const prefix = longest(demandedTexts(literals, 'starts'));
  const suffix = longest(demandedTexts(literals, 'ends'));
  const parts = [prefix, ...demandedTexts(literals, 'holds'), suffix];
  const fresh = freshCharacter(textsOf(literals));
  return [parts[0] ?? '', ...parts.slice(1)].join(fresh);
}

/** Shorter texts that read better than the canonical one; tried first, never needed. */
export function friendlyTexts(literals: readonly Literal[]): string[] {
  const prefix = longest(demandedTexts(literals, 'starts'));
  const suffix = longest(demandedTexts(literals, 'ends'));
  const middle = demandedTexts(literals, 'holds').join(' ');
  return [
    middle,
    prefix,
    suffix,
    `${prefix}${suffix}`,
    `${prefix}${middle}${suffix}`,
    `${prefix}${middle}`,
    `${middle}${suffix}`,
  ];
}

/** Every text among the constants. */
export function textsOf(literals: readonly Literal[]): string[] {
  return constantsOf(literals).filter(constant => typeof constant === 'string');
}

export function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '');
}

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
