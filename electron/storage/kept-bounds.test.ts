import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { putCompaction, readCompactions } from './conversations/compaction-table.ts';
import { putConversation } from './conversations/conversation-table.ts';
import { deleteFitSummaries, keepFitSummaries, readFitSummaries } from './conversations/fit-summary-table.ts';
import { putPromptPrefix, readPromptPrefix } from './conversations/prompt-prefix-table.ts';
import { migrate } from './database/migrate.ts';
import { openWritable } from './database/open-sqlite.ts';
import type { WritableDatabase } from './database/sqlite.ts';
import {
  findFlight,
  findTurnStart,
  listFlightEntries,
  listFlights,
  pruneFlights,
  putFlight,
} from './flights/flight-table.ts';
import {
  boundRecordings,
  countKept,
  type Forgotten,
  forgetRecordings,
  sizeOfRecordings,
} from './recordings/bound-recordings.ts';
import {
  listCauses,
  newestRecordings,
  pageRecordings,
  placeOf,
  putCause,
  putRecording,
  type RecordingPlace,
  type StoredCause,
} from './recordings/recording-table.ts';

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  // Nothing of it has to reach the disk.
  database.exec('BEGIN');
  onTestFinished(() => void database.close());
});

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;
/** Moments in their order. */
const moment = (number: number): string => new Date(Date.UTC(2026, 10, 22) + number).toISOString();
const count = (table: string): unknown => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

function putTalk(id: string): void {
  putConversation(database, {
    id,
    title: id,
    format: 'messages',
    messages: 0,
    tokens: 0,
    first_at: null,
    last_at: null,
    content_hash: '',
    trust: 'user',
    updated_at: day(1),
  });
}

describe('what is kept to be quick next time', () => {
  const compaction = (conversation_id: string, number: number, tokens = 1) => ({
    compaction: {
      conversation_id,
      from: number,
      to: number,
      level: 1,
      summarizer: 's',
      target_tokens: 1,
      original_tokens: 3,
      tokens,
      summary: '',
      key_decisions: [],
      open_questions: [],
      code_artifacts: [],
      compression_ratio: tokens === 0 ? 0 : 3 / tokens,
      created_at: moment(number),
    },
    rangeHash: '',
  });

  it('of summaries: the newest four hundred of a conversation', () => {
    for (const id of ['a', 'b']) putTalk(id);
    putCompaction(database, compaction('b', 0));
    for (let number = 0; number < 403; number += 1) putCompaction(database, compaction('a', number));
    const left = readCompactions(database, 'a').map(({ compaction: { from } }) => from);
    // One more than is kept, until the next comes.
    expect(left).toEqual(Array.from({ length: 401 }, (_, at) => at + 2));
    expect(readCompactions(database, 'b')).toHaveLength(1);
  });

  it('of summaries: one for each place, the widest first, and no ratio of nothing', () => {
    putTalk('a');
    const kept = [compaction('a', 1, 0), compaction('a', 2)];
    for (const one of kept) putCompaction(database, one);
    const wide = { ...kept[0], compaction: { ...compaction('a', 3).compaction, level: 2 }, rangeHash: 'h' };
    putCompaction(database, { ...wide, rangeHash: 'before' });
    putCompaction(database, wide);
    expect(readCompactions(database, 'a')).toEqual([wide, ...kept]);
  });

  it('of what fits: the newest twenty thousand of all conversations, the first that was made', () => {
    for (const id of ['a', 'b']) putTalk(id);
    const made = (begin: string, length: number) =>
      Array.from({ length }, (_, at) => ({ told_hash: `${begin}${at}`, summary: 's' }));
    keepFitSummaries(database, 'a', made('old', 5), day(1));
    keepFitSummaries(database, 'b', made('b', 1), day(2));
    keepFitSummaries(database, 'b', [{ told_hash: 'b0', summary: 'another' }], day(3));
    expect(readFitSummaries(database, 'b')).toEqual([{ told_hash: 'b0', summary: 's' }]);
    expect(count('fit_summary')).toBe(6);
    keepFitSummaries(database, 'a', made('new', 19_999), day(4));
    // As many as are kept, and one: those that are older than it go.
    expect(readFitSummaries(database, 'b')).toHaveLength(1);
    expect(count('fit_summary')).toBe(20_005);
    keepFitSummaries(database, 'b', made('c', 1), day(5));
    expect(count('fit_summary')).toBe(20_001);
    keepFitSummaries(database, 'b', made('d', 1), day(6));
    expect(readFitSummaries(database, 'b').map(({ told_hash }) => told_hash)).toEqual(['c0', 'd0']);
    deleteFitSummaries(database, 'b');
    expect(readFitSummaries(database, 'b')).toEqual([]);
    expect(count('fit_summary')).toBe(19_999);
  });

  it('of prompts: for the eight settings of a conversation that were asked for last', () => {
    for (const id of ['a', 'b']) putTalk(id);
    putPromptPrefix(database, 'b', 's0', '0', moment(0));
    for (let number = 0; number < 9; number += 1)
      putPromptPrefix(database, 'a', `s${number}`, `${number}`, moment(number));
    putPromptPrefix(database, 'a', 's1', 'again', moment(20));
    putPromptPrefix(database, 'a', 's9', '9', moment(21));
    const settings = Array.from({ length: 10 }, (_, at) => `s${at}`);
    expect(settings.filter(one => readPromptPrefix(database, 'a', one) !== undefined)).toEqual(
      settings.filter(one => one !== 's0' && one !== 's2'),
    );
    expect(readPromptPrefix(database, 'a', 's1')).toBe('again');
    expect(readPromptPrefix(database, 'b', 's0')).toBe('0');
    expect(readPromptPrefix(database, 'b', 's1')).toBeUndefined();
  });
});

describe('flights', () => {
  const usage = { input_tokens: 0, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 0 };
  const flight = (session_id: string, updated_at: string) => ({
    session_id,
    agent: 'a',
    started_at: day(1),
    updated_at,
    entries: 0,
    turns: 0,
    tool_calls: 0,
    compactions: 0,
    answers: 0,
    usage,
    given_tokens: 0,
    read_bytes: 0,
  });
  const entry = (position: number, turn: number) => ({
    position,
    turn,
    at: day(1),
    event: 'prompt' as const,
  });

  it('are listed with the newest first, and the newest five hundred are kept', () => {
    for (let number = 0; number < 502; number += 1)
      putFlight(database, flight(`f${number}`, moment(Math.max(1, number))), [entry(0, 1)]);
    expect(listFlights(database, 2)).toMatchObject({
      flights: [{ session_id: 'f501' }, { session_id: 'f500' }],
      total: 502,
    });
    pruneFlights(database, moment(501));
    expect(listFlights(database, 1).total).toBe(500);
    // Of two of one moment the first by name stays; entries go with their flight.
    expect(findFlight(database, 'f0')).toBeUndefined();
    expect(findFlight(database, 'f1')).toBeUndefined();
    expect(findFlight(database, 'f2')).toBeDefined();
    expect(count('flight_entry')).toBe(500);
  });

  it('that began since the clock was set back stay, and of those before it the oldest goes', () => {
    for (let number = 0; number < 500; number += 1)
      putFlight(database, flight(`f${number}`, moment(number)), [entry(0, 1)]);
    for (const [at, id] of ['one', 'two', 'three'].entries()) {
      putFlight(database, flight(id, day(1 + at)), [entry(0, 1)]);
      pruneFlights(database, day(1 + at));
    }
    const kept = ['one', 'two', 'three', 'f2', 'f3'].map(id => findFlight(database, id)?.session_id);
    expect(kept).toEqual(['one', 'two', 'three', undefined, 'f3']);
    expect(count('flight')).toBe(500);
  });

  it('are written again without their entries, each of which is replaced by its place', () => {
    putFlight(database, flight('f', day(1)), [entry(0, 1), entry(1, 1), entry(2, 2)]);
    putFlight(database, { ...flight('f', day(2)), agent: 'b' }, [entry(1, 9)]);
    expect(findFlight(database, 'f')).toEqual({ ...flight('f', day(2)), agent: 'b' });
    expect(listFlightEntries(database, 'f', 1, 5)).toEqual([entry(1, 9), entry(2, 2)]);
    expect(listFlightEntries(database, 'f', 0, 1)).toEqual([entry(0, 1)]);
  });

  it('find where a turn begins, or would', () => {
    const turns = [0, 0, 1, 1, 1, 2, 4, 4, 9];
    putFlight(
      database,
      flight('f', day(1)),
      turns.map((turn, position) => entry(position, turn)),
    );
    for (let turn = 0; turn <= 10; turn += 1) {
      const first = turns.findIndex(one => one >= turn);
      expect(findTurnStart(database, 'f', turn), `${turn}`).toBe(first === -1 ? turns.length : first);
    }
    expect(findTurnStart(database, 'none', 1)).toBe(0);
  });
});

describe('recordings', () => {
  const cause = (last_at: string, more: Partial<StoredCause> = {}): StoredCause => ({
    rules: [],
    memories: [],
    cut: [],
    missing: [],
    origin: 'served',
    first_at: day(1),
    last_at,
    ever: 4,
    days: { '2026-11-01': 1, '2026-11-05': 2, '2026-11-09': 4 },
    tokens: { m: 8, n: 2 },
    ...more,
  });
  const put = (id: string, position: number, at = day(5), request: unknown = 1) =>
    putRecording(database, id, { position, at, request, tokens: 1 });
  const ids = (recordings: readonly { readonly id: string }[]) => recordings.map(({ id }) => id);

  function putSome(): void {
    for (const id of ['a', 'a-1', 'b']) {
      putCause(database, id, cause(day(5), { origin: id === 'b' ? 'sample' : 'served' }));
      for (const position of [1, 2, 3]) put(id, position, day(position + 3));
    }
  }

  it('are paged in the order of their causes, and of one cause the newest come first', () => {
    putSome();
    expect(ids(pageRecordings(database, day(5), undefined, 9))).toEqual([
      'a-2',
      'a-3',
      'a-1-2',
      'a-1-3',
      'b-2',
      'b-3',
    ]);
    expect(ids(pageRecordings(database, day(4), { cause_id: 'a', position: 2 }, 2))).toEqual([
      'a-3',
      'a-1-1',
    ]);
    expect(ids(newestRecordings(database, 'a-1', day(5), 9))).toEqual(['a-1-3', 'a-1-2']);
    expect(ids(newestRecordings(database, 'a-1', day(1), 1))).toEqual(['a-1-3']);
  });

  it('are named by their cause and place', () => {
    expect(placeOf('a-b-12')).toEqual({ cause_id: 'a-b', position: 12 });
    expect(placeOf('-3')).toEqual({ cause_id: '', position: 3 });
    expect(placeOf('3')).toEqual({ cause_id: '', position: 3 });
  });

  it('are summed up by cause, for the days from one on, the most frequent first', () => {
    putCause(database, 'often', cause(day(9), { ever: 2 }));
    putCause(database, 'more', cause(day(9), { days: { '2026-11-05': 90 } }));
    putCause(database, 'past', cause(day(1), { days: { '2026-11-04': 3 } }));
    put('often', 1, day(4));
    put('often', 2, day(5));
    const [first, second, ...others] = listCauses(database, day(5));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: 'more', requests: 90, recordings: 0, tokens: { m: 2, n: 0.5 } });
    const { ever: _, days: __, ...told } = cause(day(9));
    expect(second).toEqual({ ...told, id: 'often', requests: 6, recordings: 1, tokens: { m: 4, n: 1 } });
  });

  it('that are too old go, and then what is too much, with room for the next', () => {
    putSome();
    putCause(database, 'old', cause(day(1)));
    const size = sizeOfRecordings(database);
    expect(size).toEqual({ recordings: 9, bytes: 9 * '{"request":1,"tokens":1}'.length });
    const asked: unknown[] = [];
    const choose =
      (...given: RecordingPlace[]) =>
      (rows: readonly RecordingPlace[], bounds: object) => {
        asked.push([rows.map(({ cause_id, position }) => `${cause_id}-${position}`), bounds]);
        return given;
      };
    boundRecordings(database, { recordings: 9, bytes: size.bytes, since: day(4) }, choose());
    expect([asked, countKept(database)]).toEqual([[], { recordings: 9, causes: 3 }]);
    boundRecordings(database, { recordings: 9, bytes: size.bytes, since: day(5) }, choose());
    expect([asked, countKept(database)]).toEqual([[], { recordings: 6, causes: 3 }]);
    boundRecordings(
      database,
      { recordings: 5, bytes: size.bytes, since: day(5) },
      choose({ cause_id: 'a', position: 2 }, { cause_id: 'none', position: 1 }),
    );
    expect(asked).toEqual([
      [
        ['a-3', 'a-2', 'a-1-3', 'a-1-2', 'b-3', 'b-2'],
        { recordings: 4, bytes: Math.floor(size.bytes * 0.95) },
      ],
    ]);
    expect(sizeOfRecordings(database).recordings).toBe(5);
    boundRecordings(database, { recordings: 9, bytes: 10, since: day(5) }, choose());
    expect(asked[1]).toMatchObject([expect.any(Array), { recordings: 8, bytes: 9 }]);
  });

  it('are of the two thousand causes that were served last', () => {
    for (let number = 0; number < 2003; number += 1)
      putCause(database, `c${String(number).padStart(4, '0')}`, cause(moment(Math.max(1, number))));
    boundRecordings(database, { recordings: 1, bytes: 1, since: day(1) }, () => []);
    const left = database.prepare('SELECT min(id), count(*) FROM recording_cause').raw().get();
    expect(left).toEqual(['c0003', 2000]);
  });

  const forgotten: [given: Forgotten, went: { recordings: number; causes: number }, left: string[]][] = [
    [{}, { recordings: 9, causes: 3 }, []],
    [{ ids: [] }, { recordings: 0, causes: 0 }, ['a', 'a-1', 'b']],
    [{ causes: [] }, { recordings: 0, causes: 0 }, ['a', 'a-1', 'b']],
    [{ ids: ['a-1-2', 'a-1', 'a-9'] }, { recordings: 2, causes: 0 }, ['a', 'a-1', 'b']],
    [{ causes: ['a-1', 'none'] }, { recordings: 3, causes: 1 }, ['a', 'b']],
    [{ origin: 'sample' }, { recordings: 3, causes: 1 }, ['a', 'a-1']],
    [{ origin: 'served', ids: ['b-1'] }, { recordings: 7, causes: 2 }, ['b']],
  ];

  it.each(forgotten)('are forgotten as asked: %j', (given, went, left) => {
    putSome();
    expect(forgetRecordings(database, given)).toEqual(went);
    expect(database.prepare('SELECT id FROM recording_cause ORDER BY id').pluck().all()).toEqual(left);
  });
});
