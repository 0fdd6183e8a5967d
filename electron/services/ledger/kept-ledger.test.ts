import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { removeFolder, temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import { lastIndexPart } from '../../storage/ledger/index-table.ts';
import { putRecords } from '../../storage/ledger/record-table.ts';
import { keepLedger } from './ledger-source.ts';

const words = ['cache', 'session', 'token', 'queue', 'mail', 'deploy', 'index', 'report'];
const record = (at: number): LedgerRecord => ({
  kind: 'entry',
  entry: {
    id: `E${at}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    entry_type: (['finding', 'need', 'warning', 'question'] as const)[at % 4] ?? 'finding',
    scope: `src/${words[at % 5]}`,
    summary: `${words[at % 8]} and ${words[(at * 3) % 7]} ${at}`,
  },
});

const contentOf = async ({ app }: AppHarness) => (await app.projects.require()).content;

async function store(harness: AppHarness, from: number, to: number): Promise<void> {
  const content = await contentOf(harness);
  const records = Array.from({ length: to - from }, (_, at) => ({
    record: record(from + at),
    trust: 'user' as const,
  }));
  await content.write(database => putRecords(database, records));
}

/** What the ledger answers, also after it was opened by another app. */
async function answersOf({ call }: AppHarness): Promise<unknown> {
  const asked = { task: 'the session cache', now: '2026-02-01T00:00:00Z' };
  return {
    whole: await call('ledger.assemble', asked),
    part: await call('ledger.assemble', { ...asked, scope: 'src/mail', explain: true }),
    search: await call('ledger.search', { query: 'deploy report', limit: 50 }),
    listed: await call('ledger.list', { limit: 50 }),
    summary: await call('ledger.summarize', { now: '2026-02-01T00:00:00Z' }),
  };
}

async function opened(path: string): Promise<AppHarness> {
  const harness = startApp();
  await harness.call('project.open', { path });
  await harness.call('project.trust', { decision: 'grant' });
  return harness;
}

/** A project with a kept index, closed; it is made once and copied. */
async function keptProject(): Promise<Kept> {
  const made = kept[0] ?? makeKept();
  kept[0] = made;
  const { path, answers } = await made;
  const copy = temporaryFolder();
  cpSync(path, copy, { recursive: true });
  return { path: copy, answers };
}

interface Kept {
  readonly path: string;
  readonly answers: unknown;
}

const kept: Promise<Kept>[] = [];
const keptFolder = mkdtempSync(join(tmpdir(), 'weft-kept-'));
afterAll(() => removeFolder(keptFolder));

async function makeKept(): Promise<Kept> {
  const harness = startApp();
  const path = await harness.openEmpty();
  await store(harness, 0, 2500);
  const answers = await answersOf(harness);
  await keepLedger(await contentOf(harness));
  expect(await answersOf(harness)).toEqual(answers);
  await harness.app.close();
  // The folder of a test goes with it.
  cpSync(path, keptFolder, { recursive: true });
  return { path: keptFolder, answers };
}

const partsOf = async (harness: AppHarness): Promise<number> =>
  (await contentOf(harness)).read(database => lastIndexPart(database).number, 0);

const change = async (harness: AppHarness, sql: string): Promise<void> => {
  await (await contentOf(harness)).write((database: WritableDatabase) => database.exec(sql));
};

it('is opened from what is kept, without reading the records again', async () => {
  const { path, answers } = await keptProject();
  const harness = await opened(path);
  expect(await partsOf(harness)).toBe(1);
  expect(await answersOf(harness)).toEqual(answers);
  await harness.app.close();
  // Whoever reads all records meets the damaged one, which none of these answers shows.
  const damaged = await opened(path);
  await change(damaged, "UPDATE ledger_record SET row_hash = 'x' WHERE id = 'E7'");
  const found = await damaged.call('ledger.summarize', { now: '2026-02-01T00:00:00Z' });
  expect(found).toEqual((answers as { summary: unknown }).summary);
});

it('answers the same when records changed after it was kept, and keeps them with the next part', async () => {
  const { path } = await keptProject();
  const first = await opened(path);
  await store(first, 2400, 4700);
  await first.call('ledger.resolve', { id: 'E1' });
  const answers = await answersOf(first);
  await keepLedger(await contentOf(first));
  expect(await partsOf(first)).toBe(2);
  expect(await answersOf(first)).toEqual(answers);
  await first.app.close();
  const second = await opened(path);
  expect(await answersOf(second)).toEqual(answers);
  await second.app.close();
  const third = await opened(path);
  await change(third, 'DELETE FROM ledger_index_part; DELETE FROM ledger_index_word');
  expect(await answersOf(third)).toEqual(answers);
});

it.each([
  ['a part is damaged', "UPDATE ledger_index_part SET items = x'00112233445566'"],
  ['a part is missing', 'UPDATE ledger_index_part SET number = 2'],
  ['a record went', "DELETE FROM ledger_record WHERE id = 'E2499'"],
])('is made again of the records when %s', async (_, sql) => {
  const { path } = await keptProject();
  const harness = await opened(path);
  await change(harness, sql);
  const answers = await answersOf(harness);
  await change(harness, 'DELETE FROM ledger_index_part; DELETE FROM ledger_index_word');
  await harness.app.close();
  expect(await answersOf(await opened(path))).toEqual(answers);
});

it('says so when its words are damaged, and is made again for the next call', async () => {
  const { path, answers } = await keptProject();
  const harness = await opened(path);
  await change(harness, "UPDATE ledger_index_word SET postings = x'0011223344'");
  const reply = await harness.ask('ledger.search', { query: 'deploy report', limit: 50 });
  expect(reply).toMatchObject({ ok: false, error: { code: 'busy', message: /ask again/ } });
  expect(await answersOf(harness)).toEqual(answers);
  // The next part takes the place of what was damaged.
  await keepLedger(await contentOf(harness));
  await harness.app.close();
  expect(await answersOf(await opened(path))).toEqual(answers);
});

it('an import leaves the index kept', async () => {
  const harness = startApp();
  const path = await harness.openEmpty();
  const lines = Array.from({ length: 2100 }, (_, at) => {
    const one = record(at);
    return one.kind === 'entry' ? JSON.stringify(one.entry) : '';
  });
  await writeTree(path, { '.twining/blackboard.jsonl': `${lines.join('\n')}\n` });
  await harness.call('ledger.import', { from: join(path, '.twining') });
  expect(await partsOf(harness)).toBe(1);
});
