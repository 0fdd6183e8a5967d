import { expect, it } from 'vitest';
import { zoneAt, zoneStarts } from './token-zone.ts';

it.each([
  [-1, 'Normal'],
  [0, 'Normal'],
  [59.999_999, 'Normal'],
  [60, 'Soft Warning'],
  [74.99, 'Soft Warning'],
  [75, 'Conservative'],
  [84.99, 'Conservative'],
  [85, 'Wrap-up'],
  [94.999, 'Wrap-up'],
  [95, 'Emergency'],
  [400, 'Emergency'],
])('a usage of %d %% is in the zone %s', (usage, zone) => {
  expect(zoneAt(usage)).toBe(zone);
});

it('the zones follow one another', () => {
  expect(zoneStarts.map(({ from }) => from)).toEqual([0, 60, 75, 85, 95]);
});
