import { expect, it } from 'vitest';
import { curvesTo, sidesOf } from './neighbour-rows.ts';

it('puts what leads here on one side and what leads away, also back here, on the other', () => {
  const edges = [
    { from: 'ann', relation: 'owns', to: 'app' },
    { from: 'app', relation: 'reads', to: 'db' },
    { from: 'app', relation: 'calls', to: 'app' },
  ];
  expect(sidesOf('app', edges)).toEqual({
    incoming: [{ relation: 'owns', other: 'ann' }],
    outgoing: [
      { relation: 'reads', other: 'db' },
      { relation: 'calls', other: 'app' },
    ],
  });
});

it('draws each row to the card, mirrored on the other side', () => {
  expect([curvesTo(2, 40, 'left'), curvesTo(1, 40, 'right')]).toEqual([
    ['M0 24 C20 24 20 36 40 36', 'M0 72 C20 72 20 36 40 36'],
    ['M40 24 C20 24 20 36 0 36'],
  ]);
});
