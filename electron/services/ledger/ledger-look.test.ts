import { expect, it } from 'vitest';
import { atOnce } from '../../../shared/stretches.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { createLedgerIndex } from '../../engine/ledger/ledger-index.ts';
import { ledgerFacets } from './ledger-look.ts';

it('says of entries which are resolved, by hand or by an answer', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const post = async (entry_type: 'question' | 'warning' | 'need') =>
    (await call('ledger.post', { entry_type, summary: entry_type })).id;
  const [asked, warned, needed] = [await post('question'), await post('warning'), await post('need')];
  await call('ledger.post', { entry_type: 'answer', summary: 'so', relates_to: [asked] });
  await call('ledger.resolve', { id: warned });
  const { resolved } = await call('ledger.list', {});
  expect(new Set(resolved)).toEqual(new Set([asked, warned]));
  const states = [asked, warned, needed].map(async id => (await call('ledger.get', { id })).resolved);
  expect(await Promise.all(states)).toEqual([true, true, false]);
});

const timestamp = '2026-03-01T00:00:00Z';

it('counts what can be filtered by, most frequent first', () => {
  const index = createLedgerIndex([
    { kind: 'entry', entry: { id: '1', timestamp, entry_type: 'need', summary: 's', tags: ['b', 'a'] } },
    {
      kind: 'entry',
      entry: { id: '2', timestamp, entry_type: 'need', summary: 's', tags: ['b'], scope: 'src' },
    },
    { kind: 'entry', entry: { id: '3', timestamp, entry_type: 'answer', summary: 's', agent_id: 'ada' } },
    {
      kind: 'decision',
      decision: {
        id: '4',
        timestamp,
        summary: 's',
        agent_id: 'ada',
        domain: 'storage',
        scope: 'src',
        confidence: 'low',
        status: 'active',
        affected_files: ['src/a.ts', 'src/b.ts'],
      },
    },
  ]);
  const counted = (...pairs: readonly (readonly [string, number])[]) =>
    pairs.map(([name, count]) => ({ name, count }));
  expect(atOnce(ledgerFacets(index))).toEqual({
    decisions: 1,
    entries: 3,
    scopes: [
      { scope: 'project', decisions: 0, entries: 2 },
      { scope: 'src', decisions: 1, entries: 1 },
    ],
    domains: counted(['storage', 1]),
    agents: counted(['', 2], ['ada', 2]),
    types: counted(['need', 2], ['answer', 1]),
    tags: counted(['b', 2], ['a', 1]),
    statuses: counted(['active', 1]),
    files: counted(['src/a.ts', 1], ['src/b.ts', 1]),
    places: counted(['src', 2], ['src/a.ts', 1], ['src/b.ts', 1]),
  });
});
