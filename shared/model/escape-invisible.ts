/**
 * Characters that are not seen but read: controls (tab and line feed aside), everything Unicode calls ignorable
 * (zero-width, bidi, fillers, variation selectors, tags), other line breaks, interlinear marks, halves of surrogate pairs.
 */
const invisible = /(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\uFFF9-\uFFFB]/gu;
const lineBreaking = /[\t\n\r]/g;
/** Most texts are plain: these are told apart without looking at each character's properties. */
const notPlain = /[^ -~]/;

// Joiners and the emoji selector carry meaning inside emoji and in scripts that join; there they stay.
const joiner = /\u200C|\u200D/;
const emojiSelector = /\uFE0E|\uFE0F/;
const joiningScripts = [
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Mymr', 'Khmr', 'Tibt'])
  .map(script => `\\p{Script=${script}}`)
  .join('');
const joinable = new RegExp(
  `\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\uFE0F|[${joiningScripts}]`,
  'u',
);
const pictographic = /\p{Extended_Pictographic}|[0-9#*]/u;

/** A text with line breaks as `\n` and every other invisible character as `[U+200B]`: nothing hides in it. */
export function escapeInvisible(text: string): string {
  if (!notPlain.test(text)) return text;
  const lines = text.replace(/\r\n?/g, '\n');
  return lines.replace(invisible, (character, index: number) =>
    isMeaningful(lines, character, index) ? character : visibleName(character),
  );
}

/** The same on one line, for names and sentences: line breaks and tabs are spelled out too. Twice is as once. */
export function escapeInvisibleLine(text: string): string {
  return notPlain.test(text) ? escapeInvisible(text.replace(lineBreaking, visibleName)) : text;
}

/** Characters that are spelled out wherever they stand, for editors that keep a text as it is and mark them in it. */
export const alwaysSpelledOut = new RegExp(`(?![\\uFE0E\\uFE0F])${invisible.source}`, 'gu');

/** A JSON text with its invisible characters as `\uXXXX`: they are seen, and a parser gets the same value. */
export function escapeInvisibleJson(json: string): string {
  return json.replace(invisible, character =>
    Array.from({ length: character.length }, (_, index) => unitEscape(character.charCodeAt(index))).join(''),
  );
}

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

const visibleName = (character: string): string => spelledOut(character.codePointAt(0) ?? 0);

/** An invisible character as it is spelled out. */
export const spelledOut = (codePoint: number): string =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;

function isMeaningful(text: string, character: string, index: number): boolean {
  const before = previousCharacter(text, index);
  if (emojiSelector.test(character)) return pictographic.test(before);
  if (!joiner.test(character)) return false;
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 32);
  return joinable.test(before) && joinable.test(after);
}

function previousCharacter(text: string, index: number): string {
  const low = text.slice(index - 1, index);
  return /[\uDC00-\uDFFF]/.test(low) ? text.slice(index - 2, index) : low;
}
