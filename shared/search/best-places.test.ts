import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestPlaces } from './best-places.ts';

it('gives the same as sorting everything', () => {
  const scores = fc.array(fc.integer({ min: -2, max: 9 }), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 70 }), (given, limit) => {
      const sorted = [...given.keys()]
        .filter(place => (given[place] ?? 0) > 0)
        .sort((left, right) => (given[right] ?? 0) - (given[left] ?? 0) || left - right);
      expect(bestPlaces(Float64Array.from(given), limit)).toEqual(sorted.slice(0, limit));
    }),
  );
});
