import { describe, expect, it } from 'vitest';
import type { Input } from '../../../../shared/contract/contract.ts';
import { countFilters, type LedgerFilter, listInput, noFilter } from './list-input.ts';

const both: Input<'ledger.list'>['kinds'] = ['decision', 'entry'];

describe('listInput', () => {
  const cases: readonly [string, Partial<LedgerFilter>, Input<'ledger.list'>][] = [
    ['asks for everything without filters', {}, { kinds: both }],
    ['leaves entries out for decisions alone', { types: ['decisions'] }, { kinds: ['decision'] }],
    [
      'tells entries about decisions from decisions',
      { types: ['decision'] },
      { kinds: ['entry'], entry_types: ['decision'] },
    ],
    [
      'takes both where both are chosen',
      { types: ['decisions', 'need'] },
      { kinds: both, entry_types: ['need'] },
    ],
    [
      'shows decisions alone for a status',
      { statuses: ['active'] },
      { kinds: ['decision'], statuses: ['active'] },
    ],
    ['shows entries alone for a tag', { tags: ['slow'] }, { kinds: ['entry'], tags: ['slow'] }],
    [
      'shows decisions by status beside entries by tag',
      { tags: ['slow'], statuses: ['active'] },
      { kinds: both, tags: ['slow'], statuses: ['active'] },
    ],
    ['looks inside a place', { scope: 'src' }, { kinds: both, scope: 'src', inside: true }],
    [
      'looks at what applies in a place',
      { scope: 'src', withAbove: true },
      { kinds: both, scope: 'src', inside: false },
    ],
    ['takes blank words as none', { query: '  ' }, { kinds: both }],
    ['asks for words and agents', { query: 'a', agents: ['x'] }, { kinds: both, query: 'a', agents: ['x'] }],
  ];
  it.each(cases)('%s', (_, filter, input) => {
    expect(listInput({ ...noFilter, ...filter })).toEqual(input);
  });
});

it('counts kinds of filters, not values and not the place', () => {
  expect(countFilters({ ...noFilter, query: 'x', tags: ['a', 'b'], scope: 'src' })).toBe(2);
  expect(countFilters(noFilter)).toBe(0);
});
