import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../redaction/redact.ts';
import { longestTokens } from './kinds/too-long.ts';
import { mendedText, type TextMends } from './mended-text.ts';

const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const mends = (more: Partial<TextMends>): TextMends => ({
  cuts: [],
  isRedacted: false,
  isSplit: false,
  ...more,
});
const cutting = (text: string, ...parts: string[]) =>
  mendedText(text, mends({ cuts: parts.map(part => cutOf(text, part)) }));
const cutOf = (text: string, part: string) => ({
  from: text.indexOf(part),
  to: text.indexOf(part) + part.length,
});

describe('a text', () => {
  it('loses what is cut once, however often that is asked for, and goes where nothing is left', () => {
    const text = 'One is here. Two is there. Three stays.';
    expect(cutting(text, 'Two is there.')).toEqual(['One is here. Three stays.']);
    expect(cutting(text, 'One is here.', 'One is here.', 'here. Two is')).toEqual(['there. Three stays.']);
    expect(cutting(text, 'Three stays.', 'One is here. Two is there.')).toEqual([]);
    expect(cutting(` ${text}\n`, text)).toEqual([]);
  });

  it('loses its secrets and keeps its blanks', () => {
    expect(mendedText(` The key is ${token}\n`, mends({ isRedacted: true }))).toEqual([
      ' The key is [REDACTED:github-token]\n',
    ]);
    expect(mendedText('', mends({ isRedacted: true }))).toEqual(['']);
  });

  it('loses a sentence with its secret, and the secret of a sentence that is cut in two', () => {
    const text = `First. The key is ${token} now. Last.`;
    const both = (part: string) => mendedText(text, mends({ cuts: [cutOf(text, part)], isRedacted: true }));
    expect(both(`The key is ${token} now.`)).toEqual(['First. Last.']);
    expect(both(token.slice(10))).toEqual(['First. The key is [REDACTED:github-token] now. Last.']);
    expect(both(`key is ${token.slice(0, 9)}`)).toEqual(['First. The [REDACTED:github-token] now. Last.']);
  });

  it('is split where it was to be split before anything was cut', () => {
    const text = 'One.\n\nTwo. Two more.\n \nThree.';
    expect(mendedText(text, mends({ isSplit: true }))).toEqual(['One.', 'Two. Two more.', 'Three.']);
    expect(
      mendedText(text, mends({ isSplit: true, cuts: [cutOf(text, 'Two.'), cutOf(text, 'Three.')] })),
    ).toEqual(['One.', 'Two more.']);
    const run = '\u{1F600}'.repeat(longestTokens * 4);
    const parts = mendedText(`x${run}`, mends({ isSplit: true }));
    expect(parts.join('')).toBe(`x${run}`);
    expect(parts.every(part => part.isWellFormed() && part.length <= longestTokens * 4)).toBe(true);
  });
});

const piece = fc.constantFrom('Gulls', 'fly. ', 'Who?', ' ', '\n', '\n \n', '\u{1F600}', `${token} `, 'a.b ');
const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
const share = fc.integer({ min: 0, max: 100 });
const withMends = fc.record({
  text,
  shares: fc.array(fc.tuple(share, share), { maxLength: 6 }),
  isRedacted: fc.boolean(),
  isSplit: fc.boolean(),
});

it('has all of its characters that nobody cuts, in their order, and no others', () => {
  fc.assert(
    fc.property(withMends, ({ text: given, shares, isRedacted, isSplit }) => {
      const at = (one: number) => Math.round((one * given.length) / 100);
      const cuts = shares.map(([one, other]) => ({
        from: at(Math.min(one, other)),
        to: at(Math.max(one, other)),
      }));
      const parts = mendedText(given, { cuts, isRedacted, isSplit });
      expect(parts.join('').replace(/\s/g, '')).toBe(slowly(given, cuts, isRedacted));
      expect(mendedText(given, { cuts: cuts.toReversed(), isRedacted, isSplit })).toEqual(parts);
      if (isSplit || cuts.length > 0)
        expect(parts.every(part => part.trim() === part && part !== '')).toBe(true);
    }),
  );
});

/** Character by character; of a secret the first that is left is its mark. */
function slowly(given: string, cuts: TextMends['cuts'], isRedacted: boolean): string {
  const secrets = isRedacted ? redact(given).findings : [];
  const marked = new Set<object>();
  return Array.from({ length: given.length }, (_, at) => {
    if (cuts.some(({ from, to }) => at >= from && at < to)) return '';
    const secret = secrets.find(({ start, end }) => at >= start && at < end);
    if (secret === undefined) return given.charAt(at);
    if (marked.has(secret)) return '';
    marked.add(secret);
    return `[REDACTED:${secret.kind}]`;
  })
    .join('')
    .replace(/\s/g, '');
}
