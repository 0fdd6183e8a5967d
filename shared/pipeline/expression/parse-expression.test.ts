import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { maxExpressionLength, walkExpression } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

const treeOf = (text: string) => {
  const parsed = parseExpression(text);
  return parsed.ok ? parsed.expression : parsed;
};

describe('conditions are parsed into a tree', () => {
  const five = { kind: 'literal', value: 5 } as const;
  it.each<[string, unknown]>([
    ['results.count >= 5', { kind: 'compare', comparison: '>=', left: { kind: 'last_count' }, right: five }],
    [
      'results.docs.length>5',
      {
        kind: 'compare',
        comparison: '>',
        left: { kind: 'length', of: { kind: 'result', alias: 'docs', at: 8 } },
        right: five,
      },
    ],
    ['results.count.count', { kind: 'length', of: { kind: 'result', alias: 'count', at: 8 } }],
    [
      "query.contains('it\\'s')",
      {
        kind: 'call',
        method: 'contains',
        of: { kind: 'intent', field: 'query' },
        argument: { kind: 'literal', value: "it's" },
      },
    ],
    [
      '${a.b} != "x"',
      {
        kind: 'compare',
        comparison: '!=',
        left: { kind: 'template', name: 'a.b' },
        right: { kind: 'literal', value: 'x' },
      },
    ],
    ['-5', { kind: 'literal', value: -5 }],
    [
      'not true and false or null',
      {
        kind: 'or',
        terms: [
          {
            kind: 'and',
            terms: [
              { kind: 'not', term: { kind: 'literal', value: true } },
              { kind: 'literal', value: false },
            ],
          },
          { kind: 'literal', value: null },
        ],
      },
    ],
    ['!(5 || 5)', { kind: 'not', term: { kind: 'or', terms: [five, five] } }],
  ])('%s', (text, expected) => {
    expect(treeOf(text)).toEqual(expected);
  });
});

describe('what is wrong is said with its place', () => {
  it.each<[string, number, string]>([
    ['', 0, 'the end is no value'],
    ['results.count >', 15, 'the end is no value'],
    ['results', 7, '".count" or the name of a step is missing here'],
    ['results.', 8, 'the name of a step is missing here'],
    ['results.count = 5', 14, 'a comparison is written "=="'],
    ["query.contains('x", 15, "the text that begins here has no closing '"],
    ["query.contains 'x'", 15, '"(" after contains is missing here'],
    ['query.toString()', 6, '"toString" is unknown; there are length, contains, starts_with, ends_with'],
    [
      'constructor',
      0,
      '"constructor" is unknown; there are results, query, keywords, action, and ${constructor} for a variable',
    ],
    ['(1', 2, 'a closing ")" is missing here'],
    ['1 2', 2, '"2" is not expected here'],
    ['1 < 2 < 3', 6, '"<" is not expected here'],
    ['- x', 2, 'a number is missing after "-"'],
    ['1 ; process.exit()', 2, '";" means nothing here'],
    [`${'('.repeat(40)}1`, 32, 'it is nested deeper than 32 levels'],
    ['not '.repeat(40), 128, 'it is nested deeper than 32 levels'],
    ['1'.repeat(maxExpressionLength + 1), maxExpressionLength, 'it is longer than 2000 characters'],
  ])('%s', (text, at, reason) => {
    expect(parseExpression(text)).toEqual({ ok: false, at, reason });
  });
});

describe('any text is judged without a crash and in linear time', () => {
  const pieces: [string, ...string[]] = [
    'results',
    ...['.', 'count', 'length', 'docs', 'query', 'keywords', 'contains', 'not', 'and', 'or'],
    ...['(', ')', '!', '&&', '||', '==', '>=', '<', '-', ',', "'", '"', '\\', '${', '}', '${x}', ' '],
    ...['5', '1e9', '0.5', 'true', 'null', '__proto__', 'é', '😀', '\n', '\u0000', "'a'", '$', '='],
  ];

  it('20,000 random conditions', () => {
    const random = createSeededRandom(20_000);
    let valid = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: random.between(1, 24) }, () => random.pick(pieces)).join('');
      const parsed = parseExpression(text);
      if (!parsed.ok) {
        expect(parsed.at).toBeLessThanOrEqual(text.length);
        continue;
      }
      valid += 1;
      expect(walkExpression(parsed.expression).length).toBeLessThanOrEqual(text.length + 1);
    }
    // Otherwise this would test the complaints only.
    expect(valid).toBeGreaterThan(100);
  });

  it.each<[string, (size: number) => string]>([
    ['a long chain', size => '1 or '.repeat(size / 5)],
    ['a text without end', size => `'${'\\a'.repeat(size / 2)}`],
    ['many braces', size => '${'.repeat(size / 2)],
    ['blanks', size => ' '.repeat(size)],
    ['a name', size => 'a'.repeat(size)],
  ])('%s of the greatest length takes at most 20 ms', (_, make) => {
    const text = make(maxExpressionLength);
    parseExpression(text);
    parseExpression(text);
  });
});
