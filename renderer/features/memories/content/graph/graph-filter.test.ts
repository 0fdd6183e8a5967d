import { expect, it } from 'vitest';
import { filterOf, isSameFilter, noFilter, viewOf } from './graph-filter.ts';

it.each([
  ['nothing', noFilter, { id: 'v' }],
  [
    'everything',
    { text: ' graz ', kinds: ['person'], depth: 2, relation: 'knows' },
    { id: 'v', text: 'graz', kinds: ['person'], depth: 2, relation: 'knows' },
  ],
  // A relation is followed only where anything is.
  ['a relation without depth', { ...noFilter, relation: 'knows' }, { id: 'v' }],
])('a filter that says %s is a view with just that, and comes back from it', (_, filter, view) => {
  expect(viewOf('v', filter)).toEqual(view);
  expect(isSameFilter(filterOf(view), filter)).toBe(true);
});

it('tells filters apart', () => {
  expect(isSameFilter(noFilter, { ...noFilter, depth: 1 })).toBe(false);
});
