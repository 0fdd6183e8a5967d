import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactValue } from './redact-value.ts';

const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA2bC4'}`;
const word = fc.constantFrom(
  'password',
  'name',
  'key',
  'value',
  'DB_PASSWORD',
  'hunter2isLong',
  'plain',
  secret,
);
const values = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Too large to be told at once, so that each of its fields is looked at. */
const large = 'word '.repeat(10_000);

it('says the same of a small value at once as field by field', () => {
  fc.assert(
    fc.property(values, value => {
      expect(redactValue(value)).toEqual(redactValue([value, large])[0]);
    }),
  );
});

it('gives a value that holds nothing back as it is, and a copy of one that does', () => {
  const plain = { summary: 'kept', tags: ['a', 'b'], tokens: 12 };
  expect(redactValue(plain)).toBe(plain);
  expect(redactValue({ ...plain, summary: secret }).summary).toBe('[REDACTED:github-token]');
});
