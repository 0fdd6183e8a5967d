import { expect, it } from 'vitest';
import { readDrag } from './drag-data.ts';

it.each([
  ['{"kind":"memory","memoryId":"docs"}', { kind: 'memory', memoryId: 'docs' }],
  ['{"kind":"operator","operator":"gte"}', { kind: 'operator', operator: 'gte' }],
  ['{"kind":"variable","field":"addVar.phase"}', { kind: 'variable', field: 'addVar.phase' }],
  ['{"kind":"operator","operator":"like"}', undefined],
  ['{"kind":"memory"}', undefined],
  ['null', undefined],
  ['', undefined],
])('reads %s as %j', (text, expected) => {
  expect(readDrag({ getData: () => text })).toEqual(expected);
});
