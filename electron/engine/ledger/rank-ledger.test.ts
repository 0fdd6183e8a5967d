import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../shared/model/ledger.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { changedItems } from './changed-items.ts';
import { createLedgerIndex } from './ledger-index.ts';
import type { LedgerItem } from './ledger-item.ts';
import { rankLedger } from './rank-ledger.ts';
import { factorsOf, judgeWeights, defaultLedgerWeights as weights } from './score-item.ts';

const now = '2026-06-08T00:00:00Z';
const nowMs = Date.parse(now);

const decision = (id: string, more: Partial<LedgerDecision> = {}): LedgerRecord => ({
  kind: 'decision',
  decision: { id, timestamp: now, scope: 'src', summary: id, confidence: 'high', status: 'active', ...more },
});
const entry = (
  id: string,
  entry_type: LedgerEntry['entry_type'],
  more: Partial<LedgerEntry> = {},
): LedgerRecord => ({
  kind: 'entry',
  entry: { id, timestamp: now, scope: 'src', summary: id, entry_type, ...more },
});

const ranked = (records: readonly LedgerRecord[], relevance: Readonly<Record<string, number>> = {}) => {
  const index = createLedgerIndex(records);
  const items: LedgerItem[] = [...index.decisions(), ...index.entries()];
  const found = {
    of: ({ id }: LedgerItem) => relevance[id] ?? 0,
    at: (place: number) => relevance[items.find(item => item.place === place)?.id ?? ''] ?? 0,
    hits: () => items,
    best: (count: number, least: number, wants: (place: number) => boolean) =>
      items
        .filter(item => (relevance[item.id] ?? -1) >= least && wants(item.place))
        .sort((left, right) => (relevance[right.id] ?? 0) - (relevance[left.id] ?? 0))
        .slice(0, count),
  };
  const ranking = rankLedger(index, { scope: 'src', nowMs, weights, relevance: found });
  const places = [...ranking.scores.keys()].sort(ranking.compare);
  return places.map(at => ranking.at(at)).map(({ item, score, isInScope }) => [item.id, score, isInScope]);
};

describe('candidates', () => {
  it('are decisions in force, open needs, warnings and questions, and all findings, in scope', () => {
    const resolved = { resolved_at: now };
    const ids = ranked([
      decision('active'),
      decision('provisional', { status: 'provisional' }),
      decision('superseded', { status: 'superseded' }),
      decision('overridden', { status: 'overridden' }),
      decision('elsewhere', { scope: 'docs' }),
      entry('need', 'need'),
      entry('resolved need', 'need', resolved),
      entry('dismissed warning', 'warning', { dismissed: true }),
      entry('warning', 'warning', { dismissed: false, resolved_at: null }),
      entry('question', 'question'),
      entry('answered question', 'question'),
      entry('answer', 'answer', { relates_to: ['answered question', 'warning'] }),
      entry('finding', 'finding'),
      entry('resolved finding', 'finding', resolved),
      entry('status', 'status'),
      entry('finding elsewhere', 'finding', { scope: 'docs' }),
    ]).map(([id]) => id);
    expect(ids.sort()).toEqual(
      ['active', 'provisional', 'need', 'warning', 'question', 'finding', 'resolved finding'].sort(),
    );
  });

  it('are also the ten best decisions and findings elsewhere, from a relevance of 0.35', () => {
    const far = Array.from({ length: 12 }, (_, at) => decision(`d${at}`, { scope: 'docs' }));
    const relevance = Object.fromEntries(far.map((_, at) => [`d${at}`, 0.9 - at / 100]));
    const found = ranked(
      [
        ...far,
        entry('f', 'finding', { scope: 'docs' }),
        entry('g', 'finding', { scope: 'docs' }),
        entry('w', 'warning', { scope: 'docs' }),
      ],
      { ...relevance, f: 0.35, g: 0.349, w: 0.9 },
    );
    expect(found.map(([id]) => id)).toEqual([...far.slice(0, 10).map((_, at) => `d${at}`), 'f']);
    expect(found.every(([, , isInScope]) => isInScope === false)).toBe(true);
  });
});

describe('scores', () => {
  it.each([
    ['a fresh decision', decision('x'), {}, 0.3 + 0.2 + 0.2],
    ['less confidence', decision('x', { confidence: 'low' }), {}, 0.3 + 0.2 + 0.06],
    ['a week of age', decision('x', { timestamp: '2026-06-01T00:00:00Z' }), {}, 0.3 / Math.E + 0.2 + 0.2],
    [
      'the same week, with an offset',
      decision('x', { timestamp: '2026-06-01T02:00:00+02:00' }),
      {},
      0.3 / Math.E + 0.4,
    ],
    ['a moment to come', decision('x', { timestamp: '2027-01-01' }), {}, 0.3 + 0.2 + 0.2],
    ['a warning', entry('x', 'warning'), {}, 0.3 + 0.2 + 0.1 + 0.1],
    ['a need', entry('x', 'need'), {}, 0.3 + 0.2 + 0.1],
    ['a good hit in scope', decision('x'), { x: 0.9 }, 0.3 + 0.36 + 0.2],
    ['a poor hit in scope', decision('x'), { x: 0.1 }, 0.3 + 0.2 + 0.2],
    ['a hit beyond 1', decision('x'), { x: 7 }, 0.3 + 0.4 + 0.2],
  ])('%s', (_, record, relevance, expected) => {
    expect(ranked([record], relevance)).toEqual([['x', Math.round(expected * 1e12) / 1e12, true]]);
  });

  it('are equal when they differ by less than twelve decimals show', () => {
    expect(ranked([decision('x')], { x: 0.5 + 1e-14 })).toEqual([['x', 0.7, true]]);
  });

  it.each([decision('x', { timestamp: '2026-06-03' }), entry('x', 'warning')])(
    'are what their factors make: %j',
    record => {
      const index = createLedgerIndex([record]);
      const item = index.itemAt(index.candidatesIn('src').places[0] ?? -1);
      if (item === undefined) throw new Error('there is no candidate');
      const factors = factorsOf(item, nowMs, 0.8);
      const names = ['recency', 'relevance', 'confidence', 'warning_boost'] as const;
      const sum = names.reduce((total, name) => total + factors[name] * weights[name], 0);
      expect(ranked([record], { x: 0.8 })).toEqual([['x', expect.closeTo(sum, 11), true]]);
    },
  );

  it.each([
    [{ ...weights, recency: 0.31 }, true],
    [{ ...weights, recency: 0.29 }, true],
    [{ ...weights, recency: 0.32 }, false],
    [{ ...weights, recency: 1.3, relevance: -0.6 }, false],
    [{ ...weights, recency: Number.NaN }, false],
    [{ recency: 1, relevance: 0, confidence: 0, warning_boost: 0 }, true],
  ])('weights %j can be used: %s', (given, isUsed) => {
    const judged = judgeWeights(given);
    expect(judged.weights).toEqual(isUsed ? given : weights);
    expect(judged.warning === undefined).toBe(isUsed);
  });
});

describe('what changed', () => {
  const since = Date.parse('2026-06-01T00:00:00Z');
  const before = { timestamp: '2026-05-01T00:00:00Z' };
  const changed = (records: readonly LedgerRecord[], scope = 'project') => {
    const { newDecisions, newEntries, overridden, reconsidered } = atOnce(
      changedItems(createLedgerIndex(records), since, scope),
    );
    const ids = (items: readonly LedgerItem[]) => items.map(({ id }) => id);
    return [ids(newDecisions), ids(newEntries), ids(overridden), ids(reconsidered)];
  };

  it.each<[string, LedgerRecord, string[][]]>([
    ['new', decision('x'), [['x'], [], [], []]],
    ['made at that very moment', decision('x', { timestamp: '2026-06-01T00:00:00Z' }), [['x'], [], [], []]],
    ['made just before', decision('x', { timestamp: '2026-05-31T23:59:59.999Z' }), [[], [], [], []]],
    [
      'made then, told with an offset',
      decision('x', { timestamp: '2026-05-31T19:00:00-05:00' }),
      [['x'], [], [], []],
    ],
    ['new and provisional', decision('x', { status: 'provisional' }), [['x'], [], [], []]],
    [
      'new and provisional, with the moment told twice',
      decision('x', { status: 'provisional', status_changed_at: now }),
      [['x'], [], [], []],
    ],
    ['new and overridden since', decision('x', { status: 'overridden' }), [[], [], ['x'], []]],
    [
      'overridden since',
      decision('x', { ...before, status: 'overridden', status_changed_at: now }),
      [[], [], ['x'], []],
    ],
    ['overridden before', decision('x', { ...before, status: 'overridden' }), [[], [], [], []]],
    [
      'superseded by somebody',
      decision('x', { ...before, status: 'superseded', overridden_by: 'ada', status_changed_at: now }),
      [[], [], ['x'], []],
    ],
    [
      'superseded',
      decision('x', { ...before, status: 'superseded', status_changed_at: now }),
      [[], [], [], []],
    ],
    [
      'reconsidered',
      decision('x', { ...before, status: 'provisional', status_changed_at: now }),
      [[], [], [], ['x']],
    ],
    ['an old provisional one', decision('x', { ...before, status: 'provisional' }), [[], [], [], []]],
    ['a new entry', entry('x', 'status'), [[], ['x'], [], []]],
    ['an old entry', entry('x', 'status', before), [[], [], [], []]],
  ])('%s', (_, record, expected) => {
    expect(changed([record])).toEqual(expected);
  });

  it('looks at its scope only', () => {
    expect(changed([decision('x'), entry('y', 'need')], 'docs')).toEqual([[], [], [], []]);
  });
});

describe('the index', () => {
  it('follows records that change', () => {
    const index = createLedgerIndex([entry('q', 'question', { summary: 'old words' }), decision('d')]);
    index.put(entry('q', 'question', { scope: 'docs', summary: 'new ones' }));
    index.put(decision('d', { status: 'overridden' }));
    expect([index.size, [...index.entriesIn('src')], [...index.entriesIn('docs')].length]).toEqual([
      2,
      [],
      1,
    ]);
    expect([...index.search('old words', () => true).hits()]).toEqual([]);
    expect([...index.search('ones', () => true).hits()].map(({ id }) => id)).toEqual(['q']);
    expect(index.get('decision', 'd')).toMatchObject({ status: 'overridden' });
    expect([...index.search('d', () => true).hits()]).toEqual([index.get('decision', 'd')]);
  });

  it('knows the candidates of a scope after any writes, as one that is made anew does', () => {
    const scopes = ['project', 'src', 'src/auth', 'docs'];
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const scope = fc.constantFrom(...scopes);
    const posted = fc
      .record({ id, scope, type: fc.constantFrom('need', 'question', 'finding', 'answer', 'status'), to: id })
      .map(({ id: own, type, to, ...rest }) => entry(own, type, { ...rest, relates_to: [to] }));
    const decided = fc
      .record({
        id,
        scope,
        status: fc.constantFrom('active', 'overridden'),
        files: fc.subarray(['src/x.ts']),
      })
      .map(({ id: own, files, ...rest }) => decision(own, { ...rest, affected_files: files }));
    const asked = scope.map(one => ({ asked: one }));
    fc.assert(
      fc.property(fc.array(fc.oneof(posted, decided, asked)), steps => {
        const index = createLedgerIndex();
        const records = steps.flatMap(step => {
          if ('asked' in step) return index.candidatesIn(step.asked) && [];
          index.put(step);
          return [step];
        });
        const fresh = createLedgerIndex(records);
        const candidates = (of: typeof index, one: string) => {
          const { atMs, places, tokens, confidence, types } = of.candidatesIn(one);
          return Array.from(places, (place, at) => [
            of.itemAt(place),
            [atMs[at], tokens[at], confidence[at], types[at]],
          ]).sort(byText);
        };
        for (const one of scopes) expect(candidates(index, one)).toEqual(candidates(fresh, one));
      }),
    );
  });

  it('opens a question again when its answer is about something else by now', () => {
    const index = createLedgerIndex([entry('q', 'question'), entry('a', 'answer', { relates_to: ['q'] })]);
    const isOpen = () =>
      [...index.entries()].filter(({ id }) => id === 'q').map(one => !index.isResolved(one));
    expect(isOpen()).toEqual([false]);
    index.put(entry('a', 'answer', { relates_to: ['other'] }));
    expect(isOpen()).toEqual([true]);
  });
});

const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
