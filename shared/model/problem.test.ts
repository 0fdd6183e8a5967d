import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemsFromIssues } from './problem.ts';

const calls = z.union([
  z.array(z.strictObject({ tool: z.string() })),
  z.strictObject({ low: z.number(), high: z.number() }),
]);
const schema = z.object({ calls, mode: z.union([z.literal('auto'), z.number(), z.null()]) });

it.each<[string, unknown, string[]]>([
  [
    'none of the forms',
    { calls: 3, mode: 1 },
    ['calls: Invalid input: expected array or object, received number'],
  ],
  [
    'one form with a wrong part',
    { calls: [{ tool: 1 }], mode: 1 },
    ['calls.0.tool: Invalid input: expected string, received number'],
  ],
  [
    'another form with wrong parts',
    { calls: { low: 'a', high: 1, more: 2 }, mode: 1 },
    [
      'calls.low: Invalid input: expected number, received string',
      '"more" is not known here: Unrecognized key: "more"',
    ],
  ],
  [
    'no known word',
    { calls: [], mode: 'x' },
    ['mode: Invalid input: expected "auto" or number or null, received string'],
  ],
  ['nothing wrong', { calls: [], mode: 'auto' }, []],
])('says of a union what would fit: %s', (_, value, messages) => {
  const judged = schema.safeParse(value);
  const problems = judged.success ? [] : problemsFromIssues(judged.error.issues);
  expect(problems.map(({ message }) => message)).toEqual(messages);
});

it('names the whole value where a union stands at the top', () => {
  const judged = z.union([z.string(), z.object({ a: z.string() })]).safeParse(4);
  expect(judged.success ? [] : problemsFromIssues(judged.error.issues)).toEqual([
    {
      code: 'invalid_union',
      path: '',
      message: 'Invalid input: expected string or object, received number',
    },
  ]);
});
