import { expect, it } from 'vitest';
import { escapeInvisible, escapeInvisibleJson, escapeInvisibleLine } from './escape-invisible.ts';

/** Every character of Unicode that moves, hides, reorders or breaks a line, told without the function under test. */
const hiding = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(code => {
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  const character = String.fromCodePoint(code);
  return isSurrogate || /^[\p{Cc}\p{Bidi_Control}\p{DI}\p{Zl}\p{Zp}]$/u.test(character);
});

it('spells out each character that hides, wherever it stands, so that nothing of it is left', () => {
  expect(hiding.length).toBeGreaterThan(6000);
  const left = hiding.filter(code => {
    const character = String.fromCodePoint(code);
    const name = `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    return escapeInvisibleLine(`a${character}b${character}`) !== `a${name}b${name}`;
  });
  expect(left).toEqual([]);
});

it('is the same when done twice', () => {
  const text = `a${hiding.map(code => String.fromCodePoint(code)).join('-')}`;
  const once = escapeInvisibleLine(text);
  expect(escapeInvisibleLine(once)).toBe(once);
  expect(escapeInvisible(once)).toBe(once);
});

it('keeps a name on one line, and the lines of a block', () => {
  const text = 'one\ttwo\nthree\r\nfour';
  expect(escapeInvisibleLine(text)).toBe('one[U+0009]two[U+000A]three[U+000D][U+000A]four');
  expect(escapeInvisible(text)).toBe('one\ttwo\nthree\nfour');
});

it.each([
  ['می‌خواهم', 'می‌خواهم'],
  ['क्‍ष', 'क्‍ष'],
  ['👩‍💻 ❤️', '👩‍💻 ❤️'],
  ['а\u200dа', 'а[U+200D]а'],
  ['日\u200c本', '日[U+200C]本'],
  ['plain', 'plain'],
])('leaves joiners where a script or an emoji needs them: %j', (text, shown) => {
  expect(escapeInvisibleLine(text)).toBe(shown);
});

it('escapes JSON so that it parses to the same value and hides nothing', () => {
  const value = { name: hiding.map(code => String.fromCodePoint(code)).join('-') };
  const json = escapeInvisibleJson(JSON.stringify(value, null, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(/^[\n -~]*$/.test(json)).toBe(true);
});
