import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonEqual } from '../../shared/model/json.ts';
import { shareEqual } from './share-equal.ts';

it('takes over what has not changed, wherever it moved to', () => {
  const rules = [
    { id: 'a', when: [{ field: 'x', value: 1 }] },
    { id: 'b', when: [{ field: 'y', value: [1, 2] }] },
  ];
  const known = { name: 'Known', rules, tags: ['t', { deep: true }] };
  const [first, second] = structuredClone(rules);
  const changed = {
    name: 'Other',
    rules: [second, { id: 'new', when: [] }, { ...first, name: 'named' }],
    tags: ['t', { deep: true }],
  };
  const shared = shareEqual(changed, known) as typeof known;
  expect(shared).toEqual(changed);
  expect(shared.rules[0]).toBe(rules[1]);
  expect(shared.rules[2]?.when).toBe(rules[0]?.when);
  expect(shared.tags).toBe(known.tags);
});

it('never changes what a value says', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, known) => {
      expect(isJsonEqual(shareEqual(value, known), value)).toBe(true);
    }),
  );
});

it('gives the known value itself where the two are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), known => {
      expect(shareEqual(structuredClone(known), known)).toBe(known);
    }),
  );
});
