import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemsFromIssues, sumUpProblems } from './problem.ts';

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
    ['calls.low: Invalid input: expected number, received string', '"more" is not known here'],
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

it('tells the first 100 of many problems, and how many were found', () => {
  const issues = z
    .strictObject({})
    .safeParse(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`k${at}`, 1])));
  const problems = problemsFromIssues(issues.error?.issues ?? []);
  expect(problems).toHaveLength(101);
  expect(problems[99]).toEqual({ code: 'unknown_key', path: 'k99', message: '"k99" is not known here' });
  expect(problems[100]).toEqual({
    code: 'more_problems',
    path: '',
    message: '250 problems in all; these are the first 100: mend them, then look again',
  });
  expect(sumUpProblems(problems, '')).toBe('"k0" is not known here (250 problems in all)');
});

it('does not repeat what is long', () => {
  const checked = z.strictObject({}).safeParse({ [`${'k'.repeat(498)}😀${'k'.repeat(1_000_000)}`]: 1 });
  const [problem] = problemsFromIssues(checked.error?.issues ?? []);
  expect(problem?.path).toBe(`${'k'.repeat(498)}…`);
  expect(problem?.message).toHaveLength(500);
});

it.each([
  [[], 'fine'],
  [['first'], 'first'],
  [['first', 'second', 'third'], 'first (and 2 more)'],
])('sums up %j', (messages, said) => {
  const problems = messages.map(message => ({ code: 'c', path: '', message }));
  expect(sumUpProblems(problems, 'fine')).toBe(said);
});
