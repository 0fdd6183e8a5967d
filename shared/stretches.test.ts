import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce, sortInSteps } from './stretches.ts';

it('sorts as a sort does, equal ones in their order, and stops in between', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.nat()), { maxLength: 3000 });
  const compare = ([left]: readonly number[], [right]: readonly number[]) => (left ?? 0) - (right ?? 0);
  fc.assert(
    fc.property(pairs, given => {
      expect(atOnce(sortInSteps(given, compare))).toEqual(given.toSorted(compare));
      expect([...sortInSteps(given, compare)].length).toBeGreaterThanOrEqual(given.length / 512);
    }),
    { numRuns: 50 },
  );
});
