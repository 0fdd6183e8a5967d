import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bundle } from '../../../shared/model/profile.ts';
import { compositionOf, partOf } from './composite-bundle.ts';

const part = fc.record({
  id: fc.string({ minLength: 1 }),
  composition: fc.array(fc.string(), { maxLength: 3 }),
  text: fc.string({ unit: 'grapheme' }),
  expiresAt: fc.constant('2026-11-21T10:00:00.000Z'),
  isHit: fc.boolean(),
});

const composite = (composition: string[], text: string): Bundle => ({
  id: 'composite:c',
  type: 'composite',
  key: 'c',
  text,
  tokens: 0,
  composition,
  version: 1,
  dirty: false,
  priority: 0.5,
  compiled_at: '',
  expires_at: '',
  last_used_at: null,
  uses: 0,
  hits: 0,
  misses: 0,
});

it('a composite gives each of its parts back, and none that is made of something else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(part, { selector: ({ id }) => id, maxLength: 6 }), parts => {
      const joined = composite(compositionOf(parts), parts.map(({ text }) => text).join('\n\n'));
      for (const { id, composition, text } of parts) {
        expect(partOf(joined, { id, composition })).toBe(text);
        expect(partOf(joined, { id, composition: [...composition, 'new'] })).toBeUndefined();
      }
    }),
  );
});

it('a composite whose text is not as long as it was gives nothing', () => {
  const wanted = { id: 'topic:a', composition: ['topic:a@1'] };
  const [entry = ''] = compositionOf([{ ...wanted, text: 'known', expiresAt: '', isHit: true }]);
  expect([composite([entry], 'known'), composite([entry], 'longer')].map(one => partOf(one, wanted))).toEqual(
    ['known', undefined],
  );
});
