import { describe, expect, it } from 'vitest';
import { type DisguisedSecret, disguises } from '../../test/support/disguised-secrets.ts';
import { secretGenerators } from '../../test/support/generated-secrets.ts';
import { createSeededRandom } from '../../test/support/seeded-random.ts';
import { secretKinds } from './find-secrets.ts';
import { redact } from './redact.ts';
import { matchAt } from './secret-kind.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_123);
const perKind = 6;

it('the table of kinds and that of their generators name the same, at least 120', () => {
  const kinds = new Set(secretKinds.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(Object.keys(secretGenerators).toSorted());
  expect(kinds.size).toBeGreaterThanOrEqual(120);
});

describe(`of secrets of every kind at least 95% are found whole (seed ${seed})`, () => {
  it.each(Object.entries(disguises))('%s', (_, disguise) => {
    const random = createSeededRandom(seed);
    const made = Object.entries(secretGenerators).flatMap(([kind, generate]) =>
      Array.from({ length: perKind }, () => ({ kind, secret: disguise(generate(random), random) })),
    );
    const missed = made.filter(({ secret }) => !isCovered(secret));
    const share = 1 - missed.length / made.length;
    const kinds = [...new Set(missed.map(({ kind }) => kind))];
    expect(share, `missed: ${kinds.join(', ')}`).toBeGreaterThanOrEqual(0.95);
  });

  // What shows that the disguises are none of the patterns' doing: as it stands hardly one of these is found.
  it.each(['base64', 'split over lines', 'zero-width characters', 'escaped or concatenated'] as const)(
    'and the patterns alone do not find them: %s',
    name => {
      const random = createSeededRandom(seed);
      const made = Object.values(secretGenerators).map(generate => disguises[name](generate(random), random));
      const found = made.filter(({ text, start, end }) => isMatched(text, start, end));
      expect(found.length / made.length).toBeLessThan(0.4);
    },
  );
});

/** Findings cover it; three characters at an end, which tell nothing, may remain. */
function isCovered({ text, start, end }: DisguisedSecret): boolean {
  let at = start;
  for (const finding of redact(text).findings)
    if (finding.start <= at + 3 && finding.end > at) at = finding.end;
  return at >= end - 3;
}

/** A pattern matches all of it in the text as it stands. */
function isMatched(text: string, start: number, end: number): boolean {
  return secretKinds.some(kind =>
    Array.from({ length: start + 1 }, (_, at) => matchAt(kind, text, at)?.finding).some(
      finding => finding !== undefined && finding.start <= start && finding.end >= end,
    ),
  );
}

describe('behind a disguise', () => {
  const key = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ'.repeat(2).slice(0, 36)}`;

  it.each([
    [
      'in an address',
      `?next=${encodeURIComponent(`x&t=${key}`)}&n=1`,
      '?next=x%26t%3D[REDACTED:github-token]&n=1',
    ],
    ['encoded twice', `a ${key.replaceAll('_', '%255F')} b`, 'a [REDACTED:github-token] b'],
    [
      'concatenated',
      `const k = '${key.slice(0, 12)}' + '${key.slice(12)}';`,
      "const k = '[REDACTED:github-token]';",
    ],
    ['in base64', `data: ${btoa(`key ${key}`)}!`, 'data: a2V5I[REDACTED:github-token]=!'],
    [
      'over two lines',
      `k: ${key.slice(0, 20)}\n   ${key.slice(20)} and more`,
      'k: [REDACTED:github-token] and more',
    ],
    [
      'over two lines, from within its prefix',
      `gh\n${key.slice(2)}\nthe end`,
      '[REDACTED:github-token]\nthe end',
    ],
    ['one below the other', `${key}\n${key}\n`, '[REDACTED:github-token]\n[REDACTED:github-token]\n'],
    ['with what nobody sees', `${key.slice(0, 9)}\u200b${key.slice(9)}`, '[REDACTED:github-token]'],
  ])('%s only the secret is replaced', (_, text, expected) => {
    expect(redact(text).text).toBe(expected);
  });

  it.each([
    ['an environment file', 'TOKEN=\nPORT=8080\nHOST=example.org\nAPI_KEY=\nDEBUG=1'],
    [
      'prose',
      'You need a token\nbefore you begin; the secret: it is\nnot here, nor is any password: none\nat all.',
    ],
    ['a list of names', 'token: first1\nsecond2: x\nsecret:\n  name: other3\n'],
    ['a minified line', 'a="token:"+b+"&key=";c="secret="+d+";";e={password:f.password,token:"",key:""+g}'],
    ['source maps', '{"mappings":"AAAA,SAASA,QAAQ,CAAC,GAAG,EAAE","names":["password","token"]}'],
    ['long names in paths', '/usr/lib/node_modules/some-very-long-package-name-here/dist/index.module.js'],
  ])('nothing is found in %s', (_, text) => {
    expect(redact(text)).toEqual({ text, findings: [] });
  });
});
