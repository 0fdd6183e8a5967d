import { expect, it } from 'vitest';
import { alternativeFrames } from './alternative-frames.ts';
import type { Box } from './layout-canvas.ts';

const box = (y: number, x = 0): Box => ({ x, y, width: 100, height: 50 });
const stack = new Map([
  ['a', box(0)],
  ['b', box(70)],
  ['c', box(140)],
  ['d', box(210)],
]);
const order = ['a', 'b', 'c', 'd'];

it('frames alternatives that stand below each other, with "or" in each gap', () => {
  expect(alternativeFrames([['b', 'a', 'c']], order, stack)).toEqual([
    { ruleIds: ['a', 'b', 'c'], box: { x: -7, y: -7, width: 114, height: 204 }, gaps: [67, 137] },
  ]);
});

it.each<[string, string[][], Map<string, Box>, string[][]]>([
  ['that others stand between', [['a', 'c']], stack, []],
  ['of which a part stands together', [['a', 'c', 'd']], stack, [['c', 'd']]],
  [
    'in two groups',
    [
      ['a', 'b'],
      ['d', 'c'],
    ],
    stack,
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['of which one was put aside', [['a', 'b']], new Map([...stack, ['b', box(70, 10)]]), []],
  ['of which one was put far below', [['a', 'b']], new Map([...stack, ['b', box(120)]]), []],
  ['of which one was put on the other', [['a', 'b']], new Map([...stack, ['b', box(30)]]), []],
  [
    'that are gone',
    [
      ['x', 'y'],
      ['a', 'x'],
    ],
    stack,
    [],
  ],
])('knows alternatives %s', (_, groups, boxes, framed) => {
  expect(alternativeFrames(groups, order, boxes).map(({ ruleIds }) => ruleIds)).toEqual(framed);
});
