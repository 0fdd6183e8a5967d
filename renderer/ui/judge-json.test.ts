import { expect, it } from 'vitest';
import { findParts, judgeJson } from './judge-json.ts';

const none = () => [];

it.each([
  ['{"a": 1,}', 1, 9, 'A key in double quotes is expected here; the last entry has no comma behind it.'],
  ['{\n  "a": tru\n}', 2, 8, 'This is no JSON value: texts need double quotes.'],
  ['{"a" 1}', 1, 6, 'A colon is expected here.'],
  ['{"a": 1\n "b": 2}', 2, 2, 'A comma is expected here.'],
  ['[1, 2', 1, 6, 'A closing ] is expected here.'],
  ['// hello\n{}', 1, 1, 'JSON has no comments.'],
  ['', 1, 1, 'A value is expected here; the last entry has no comma behind it.'],
])('says what is wrong in %j', (text, line, column, message) => {
  const { parsed, problems } = judgeJson(text, none);
  expect({ parsed, problems: problems.map(({ from: _, to: __, ...rest }) => rest) }).toEqual({
    parsed: undefined,
    problems: [{ line, column, message, severity: 'error' }],
  });
});

it('finds the place of what a path speaks of, or the nearest around it', () => {
  const text = '{\n  "rules": [\n    { "when": [{ "field": "x" }] }\n  ]\n}';
  const check = () => [
    { code: 'a', path: 'rules.0.when.0.field', message: 'field' },
    { code: 'b', path: 'rules.0.then', message: 'then', severity: 'warning' as const },
    { code: 'c', path: '', message: 'all' },
  ];
  expect(judgeJson(text, check)).toEqual({
    parsed: { value: { rules: [{ when: [{ field: 'x' }] }] } },
    problems: [
      { from: 41, to: 44, line: 3, column: 27, message: 'field', severity: 'error' },
      { from: 19, to: 49, line: 3, column: 5, message: 'then', severity: 'warning' },
      { from: 0, to: 1, line: 1, column: 1, message: 'all', severity: 'error' },
    ],
  });
});

it.each([
  [[['rules', 1]], ['{ "id": "b" }']],
  [
    [
      ['rules', 1, 'id'],
      ['rules', 0],
    ],
    ['"b"', '{}'],
  ],
  [[[]], ['{"rules": [{}, { "id": "b" }]}']],
  [[['rules', 2], ['rules', 0], ['other']], ['{}']],
  [[], []],
])('finds where %j stand in the text', (paths, parts) => {
  const text = '{"rules": [{}, { "id": "b" }]}';
  expect(findParts(text, paths).map(({ from, to }) => text.slice(from, to))).toEqual(parts);
});

it('finds nothing in a text that is empty', () => {
  expect(findParts('', [['rules', 0]])).toEqual([]);
});
