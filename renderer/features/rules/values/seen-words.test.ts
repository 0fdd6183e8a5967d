import { expect, it } from 'vitest';
import type { SeenPlace } from '../../../../shared/rules/evaluation/seen-values.ts';
import { seenWords } from './seen-words.ts';

const place = (kind: SeenPlace['kind'], name = 'x'): SeenPlace => ({ kind, name });

it.each([
  [[], ''],
  [[place('sample', 'planning')], 'sample “planning”'],
  [[place('recording')], '1 recorded request'],
  [[place('sample'), place('sample'), place('rule')], '2 samples, 1 rule'],
])('%j reads as %s', (places, words) => {
  expect(seenWords(places)).toBe(words);
});
