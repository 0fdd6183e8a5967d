import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactValue, redactValueInStretches } from './redact-value.ts';

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

/** Too large to be looked at without a stop. */
const large = 'word '.repeat(10_000);

it('says the same of a small value at once as field by field', () => {
  fc.assert(
    fc.property(values, value => {
      expect(redactValue(value)).toEqual(redactValue([value, large])[0]);
    }),
  );
});

it('says the same of a value of any size in stretches', async () => {
  await fc.assert(
    fc.asyncProperty(values, async value => {
      const given = [value, { password: large, path: [large, value] }];
      expect(await redactValueInStretches(given, 'pattern_only', () => undefined)).toEqual(
        redactValue(given),
      );
    }),
  );
});

it('gives parts that hold nothing back as they are beside one that does', () => {
  const given = { path: 'docs/a.md', sources: [{ ref: 'a' }], password: 'hunter2isLong' };
  const clean = redactValue(given);
  expect(clean).toEqual({ ...given, password: '[REDACTED:assignment]' });
  expect(clean.sources).toBe(given.sources);
});

it('gives a value that holds nothing back as it is, and a copy of one that does', () => {
  const plain = { summary: 'kept', path: 'docs/a.md', tags: ['a', 'b'], tokens: 12 };
  expect(redactValue(plain)).toBe(plain);
  expect(redactValue({ ...plain, summary: secret }).summary).toBe('[REDACTED:github-token]');
});
