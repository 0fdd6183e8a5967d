import { describe, expect, it } from 'vitest';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../shared/model/ledger.ts';
import { type LedgerFilter, newestItems } from './ledger-filter.ts';
import { givenLedger } from './ledger-source.ts';

const timestamp = '2026-03-01T00:00:00Z';

const entry = (id: string, more: Partial<LedgerEntry> = {}): LedgerRecord => ({
  kind: 'entry',
  entry: { id, timestamp, entry_type: 'finding', summary: `entry ${id}`, scope: 'project', ...more },
});
const decision = (id: string, more: Partial<LedgerDecision> = {}): LedgerRecord => ({
  kind: 'decision',
  decision: {
    id,
    timestamp,
    summary: `decision ${id}`,
    scope: 'project',
    confidence: 'high',
    status: 'active',
    ...more,
  },
});

const source = await givenLedger([
  entry('whole', { tags: ['slow'], agent_id: 'ada' }),
  entry('above', { scope: 'src/' }),
  entry('in', { scope: 'src/auth', tags: ['slow', 'login'], summary: 'sessions expire' }),
  entry('deep', { scope: 'src/auth/token.ts', entry_type: 'need' }),
  entry('beside', { scope: 'src/authz' }),
  decision('file', { scope: 'docs', affected_files: ['src/auth/token.ts'], domain: 'auth' }),
  decision('other', { scope: 'docs', status: 'provisional', summary: 'sessions are cookies' }),
]);

describe('newestItems', () => {
  const cases: readonly [string, LedgerFilter, string[]][] = [
    ['lets everything through without filters', {}, [...'above beside deep file in other whole'.split(' ')]],
    [
      'takes what applies in a scope, from above too',
      { scope: 'src/auth' },
      ['above', 'deep', 'file', 'in', 'whole'],
    ],
    ['takes what lies in a scope alone', { scope: 'src/auth', inside: true }, ['deep', 'file', 'in']],
    [
      'takes a scope with a slash at its end as the one without',
      { scope: 'src/auth/', inside: true },
      ['deep', 'file', 'in'],
    ],
    [
      'finds the whole project inside the project',
      { scope: 'project', inside: true },
      [...'above beside deep file in other whole'.split(' ')],
    ],
    ['finds words', { query: 'sessions' }, ['in', 'other']],
    ['takes blank words as none', { query: '  ', kinds: ['decision'] }, ['file', 'other']],
    ['finds entries with any of the tags', { tags: ['login', 'slow'], kinds: ['entry'] }, ['in', 'whole']],
    ['takes entries alone where a filter is about them', { entry_types: ['need'] }, ['deep']],
    ['takes decisions alone where a filter is about them', { statuses: ['provisional'] }, ['other']],
    [
      'takes both where filters are about both',
      { entry_types: ['need'], domains: ['auth'] },
      ['deep', 'file'],
    ],
    [
      'takes both where both are asked for',
      { entry_types: ['need'], kinds: ['decision', 'entry'] },
      ['deep', 'file', 'other'],
    ],
    [
      'takes nothing of a kind that a filter cannot be about',
      { entry_types: ['need'], kinds: ['decision'] },
      [],
    ],
    ['joins filters', { query: 'sessions', scope: 'src', inside: true, tags: ['login'] }, ['in']],
  ];
  it.each(cases)('%s', async (_, filter, ids) => {
    const found = (await newestItems(source, filter, 100)).items.map(({ id }) => id);
    expect(found.sort()).toEqual(ids);
  });
});
