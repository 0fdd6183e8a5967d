import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { type CatalogEntry, inFilter, isInSample, type UseFilter } from './catalog-entry.ts';

const entry = (kept: number | undefined, uses: string[]): CatalogEntry => ({
  memory: newMemory('notes', 'Notes'),
  cost: kept === undefined ? undefined : { tokens: kept * 10, kept, items: 7, status: 'ok' },
  uses,
});

it.each<[string, CatalogEntry, UseFilter[]]>([
  ['in the context and used', entry(2, ['First']), ['all', 'in-sample', 'used']],
  // Asked for, and all of it cut: "why not?" is the question then.
  ['used, with nothing left in the context', entry(0, ['First']), ['all', 'used']],
  ['asked for by the sample alone', entry(1, []), ['all', 'in-sample', 'unused']],
  ['not asked for', entry(undefined, []), ['all', 'unused']],
])('a memory %s passes %3$j', (_words, given, expected) => {
  const filters: UseFilter[] = ['all', 'in-sample', 'used', 'unused'];
  expect(filters.filter(filter => inFilter(given, filter))).toEqual(expected);
  expect(isInSample(given)).toBe(expected.includes('in-sample'));
});
