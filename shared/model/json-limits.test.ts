import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonScale, maxJsonDepth, maxJsonValues } from './json-limits.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (values: number, value: string) => `[${`${value},`.repeat(values - 1)}${value}]`;

const objectOf = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}`;

it.each<[string, string, unknown]>([
  ['depth that is read', nested(maxJsonDepth), undefined],
  ['one level more', nested(maxJsonDepth + 1), { code: 'too_deep', offset: maxJsonDepth }],
  ['brackets in a text', JSON.stringify({ a: '[{'.repeat(1000), '"[': '\\"[[['.repeat(1000) }), undefined],
  ['commas in a text', JSON.stringify([','.repeat(2 * maxJsonValues)]), undefined],
  ['numbers that are read', list(maxJsonValues - 2, '0'), undefined],
  ['too many numbers', list(maxJsonValues + 1, '0'), { code: 'too_large' }],
  ['too many objects', list(maxJsonValues / 2 + 1, '{}'), { code: 'too_large' }],
  ['a million objects without a comma', '{}'.repeat(maxJsonValues), { code: 'too_large' }],
])('weighs %s', (_, text, excess) => {
  const told = createJsonScale().add(bytesOf(text));
  if (excess === undefined) expect(told).toBeUndefined();
  else expect(told).toMatchObject(excess as object);
});

it.each<[string, string, unknown]>([
  ['as many keys as may be', objectOf(100), undefined],
  [
    'a key more, however deep',
    `[1,2,${'{"a":['.repeat(9)}${objectOf(101)}${']}'.repeat(9)}]`,
    { code: 'too_large' },
  ],
  ['a long list', `{"a":${list(1000, '0')}}`, undefined],
  ['many objects of few keys', list(1000, objectOf(99)), undefined],
])('weighs %s, where keys are counted', (_, text, excess) => {
  const told = createJsonScale(maxJsonValues, 100).add(bytesOf(text));
  if (excess === undefined) expect(told).toBeUndefined();
  else expect(told).toMatchObject(excess as object);
  expect(createJsonScale().add(bytesOf(text))).toBeUndefined();
});

it('weighs pieces as it weighs the whole, wherever they are cut', () => {
  const deep = '{"a\\"[":['.repeat(40);
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.nat(200), { maxLength: 5 }), (value, cuts) => {
      const bytes = bytesOf(`${JSON.stringify(value)}${deep}`);
      const scale = createJsonScale();
      const ends = [...cuts.toSorted((left, right) => left - right), bytes.length];
      const told = ends
        .map((end, index) => scale.add(bytes.subarray(ends[index - 1] ?? 0, end)))
        .find(excess => excess !== undefined);
      expect(told).toEqual(createJsonScale().add(bytes));
      expect(told?.code).toBe('too_deep');
    }),
  );
});
