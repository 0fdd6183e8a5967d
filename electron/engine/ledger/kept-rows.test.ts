import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import type { LedgerColumns } from '../../../shared/model/ledger-columns.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createLedgerIndex, type LedgerIndex } from './ledger-index.ts';

const scopes = ['project', 'src', 'src/auth', 'docs'];
const texts = ['cache of sessions', 'a café — résumé', 'セッション を保つ', 'cache cache', 'nothing else'];
const ids = ['a', 'b', 'c', 'd', 'e', '仮'];

const entry = fc
  .record({
    id: fc.constantFrom(...ids),
    scope: fc.constantFrom(...scopes),
    entry_type: fc.constantFrom('need', 'question', 'finding', 'answer', 'warning', 'status'),
    summary: fc.constantFrom(...texts),
    relates_to: fc.subarray(ids),
    tags: fc.subarray(['x', 'y']),
    resolved_at: fc.constantFrom(null, '2026-01-02'),
  })
  .map(
    (one): LedgerRecord => ({ kind: 'entry', entry: { ...one, timestamp: '2026-01-01', agent_id: 'ann' } }),
  );
const decision = fc
  .record({
    id: fc.constantFrom(...ids),
    scope: fc.constantFrom(...scopes),
    status: fc.constantFrom('active', 'provisional', 'superseded', 'overridden'),
    confidence: fc.constantFrom('high', 'medium', 'low'),
    summary: fc.constantFrom(...texts),
    affected_files: fc.subarray(['src/auth/x.ts', 'docs/y.md']),
    affected_symbols: fc.subarray(['Session', 'src']),
    supersedes: fc.constantFrom(null, 'a'),
    domain: fc.constantFrom('auth', 'ui'),
  })
  .map((one): LedgerRecord => ({ kind: 'decision', decision: { ...one, timestamp: '2026-01-03' } }));

/** What was kept: parts of items, and words with their postings. */
interface Store {
  readonly parts: LedgerColumns[];
  readonly words: Map<string, number[]>;
}

function keep(index: LedgerIndex, { parts, words }: Store): void {
  const { rows, postings } = index.unkeptPart();
  parts.push(rows);
  for (const [stem, list] of postings) words.set(stem, [...(words.get(stem) ?? []), ...list]);
  index.markKept();
}

function opened({ parts }: Store): LedgerIndex {
  const index = createLedgerIndex();
  for (const part of parts) index.take(part);
  return index;
}

/** All that an index says. */
function saidBy(index: LedgerIndex, { words }: Store): unknown {
  const readKept = (stem: string) => Int32Array.from(words.get(stem) ?? []);
  const items = [...index.decisions(), ...index.entries()];
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  const found = ['cache', 'cafe sessions', 'セッション'].map(query => {
    const relevance = index.search(query, () => true, { readKept });
    return items.map(item => [item.kind, item.id, relevance.of(item)]).sort();
  });
  return {
    size: index.size,
    items: items.map(item => ({ ...item, place: 0 })).sort(byId),
    got: items.map(({ kind, id }) => index.get(kind, id)?.id === id),
    resolved: [...index.entries()].sort(byId).map(one => index.isResolved(one)),
    candidates: scopes.map(scope =>
      Array.from(index.candidatesIn(scope).places, place => index.idAt(place)).sort(),
    ),
    found,
  };
}

const nowhere = (): Store => ({ parts: [], words: new Map() });

it('an index that is kept in parts and opened again says what one says that was never kept', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(entry, decision).map(record => ({ record })) },
    { weight: 1, arbitrary: fc.constant({ record: undefined }) },
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.array(fc.oneof(entry, decision), { maxLength: 6 }),
      (steps, later) => {
        const plain = createLedgerIndex();
        const index = createLedgerIndex();
        const store = nowhere();
        for (const { record } of steps) {
          if (record === undefined) keep(index, store);
          else for (const one of [plain, index]) one.put(record);
        }
        expect(saidBy(index, store)).toEqual(saidBy(plain, nowhere()));
        keep(index, store);
        const again = opened(store);
        expect(again.unkept).toBe(0);
        expect(saidBy(again, store)).toEqual(saidBy(plain, nowhere()));
        for (const record of later) for (const one of [plain, again]) one.put(record);
        expect(saidBy(again, store)).toEqual(saidBy(plain, nowhere()));
      },
    ),
    { numRuns: propertyRuns(300, 1 / 5) },
  );
});

it('words that another process has kept meanwhile are not counted twice', () => {
  const record = (id: string): LedgerRecord => ({
    kind: 'entry',
    entry: { id, timestamp: '2026-01-01', entry_type: 'finding', summary: 'cache' },
  });
  const store = nowhere();
  const [ours, theirs] = [createLedgerIndex([record('a')]), createLedgerIndex([record('a')])];
  keep(ours, store);
  const shared = opened(store);
  shared.put(record('b'));
  theirs.put(record('b'));
  keep(theirs, { parts: [], words: store.words });
  store.words.set('cach', Array.from(store.words.get('cach') ?? []).slice(1));
  expect(saidBy(shared, store)).toEqual(saidBy(createLedgerIndex([record('a'), record('b')]), nowhere()));
});
