import { expect, it } from 'vitest';
import { isLong, sampled } from './property-runs.ts';

it('takes some from all over a list, all of it where there may be as many, and never none', () => {
  const values = [...'abcdefghijklmn'];
  expect(sampled(values, 5)).toEqual(isLong ? values : ['a', 'd', 'g', 'j', 'm']);
  expect(sampled(values, 1)).toEqual(isLong ? values : ['a']);
  for (const most of [values.length, 100, Number.POSITIVE_INFINITY])
    expect(sampled(values, most)).toEqual(values);
});
