import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DamagedTable, DamageReport } from '../../../shared/contract/backups.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { backupFolder, createBackup } from '../backups/backup-files.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { DamagedRow } from '../database/row-hash.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { listNodes, putNode } from '../graph/graph-table.ts';
import { type KeyEntry, listKeys, setKey } from '../key-values/key-value-table.ts';
import {
  damagedError,
  damageSentence,
  finishReplacement,
  hasLost,
  hasLostAll,
  replacementOf,
} from './repair-database.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

const entry = (key: string, value: string): KeyEntry => ({
  instance: 'i',
  namespace: 'n',
  key,
  value,
  trust: 'user',
  updated_at: nowIso(),
});

async function store(content: ContentDatabase, entries: ReadonlyMap<string, string>): Promise<void> {
  await content.write(database => {
    for (const [key, value] of entries) setKey(database, entry(key, value));
  });
}

const valuesIn = async (content: ContentDatabase): Promise<Map<string, unknown>> =>
  new Map(
    await content.read(
      database => listKeys(database, undefined, undefined).map(({ key, value }) => [key, value] as const),
      [],
    ),
  );

/** A project with 300 values of which a backup was made, and three more since. */
async function storedProject(random: ReturnType<typeof createSeededRandom>) {
  const root = temporaryFolder();
  const content = openContent(root);
  const before = new Map<string, string>();
  for (let at = 0; at < 300; at += 1)
    before.set(`k${at}`, random.text('abcdefghij ', at === 7 ? 20_000 : 600));
  await store(content, before);
  await createBackup({ root, database: join(root, databaseFile), reason: 'manual', nowIso: nowIso() });
  const since = new Map<string, string>([1, 2, 3].map(at => [`s${at}`, random.text('abc', 50)]));
  await store(content, since);
  await content.close();
  return { root, before, since };
}

/** Cuts, flips bits, blanks a page or spoils the header, in turn. */
function damage(bytes: Buffer, round: number, between: (least: number, most: number) => number): Buffer {
  const flip = (at: number, bits: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ bits;
  };
  const page = between(0, Math.floor(bytes.length / 4096) - 1);
  if (round % 4 === 0) return bytes.subarray(0, between(0, bytes.length - 1));
  if (round % 4 === 1)
    for (let left = between(1, 9); left > 0; left -= 1)
      flip(between(0, bytes.length - 1), 1 << between(0, 7));
  else if (round % 4 === 2) bytes.fill(0, page * 4096, (page + 1) * 4096);
  else flip(between(0, 99), 0xff);
  return bytes;
}

it('brings back what was in the backup, and never anything that was not written', async () => {
  const random = createSeededRandom(7);
  const { root: pristine, before, since } = await storedProject(random);
  const counts = { whole: 0, partly: 0, told: 0 };
  for (let round = 0; round < propertyRuns(200); round += 1) {
    const root = temporaryFolder();
    await mkdir(join(root, backupFolder), { recursive: true });
    for (const name of readdirSync(join(pristine, backupFolder)))
      copyFileSync(join(pristine, backupFolder, name), join(root, backupFolder, name));
    const bytes = readFileSync(join(pristine, databaseFile));
    writeFileSync(join(root, databaseFile), damage(bytes, round, random.between));
    const content = openContent(root);
    await valuesIn(content).catch(() => undefined);
    await content.write(database => setKey(database, entry('new', 'new'))).catch(() => undefined);
    await content.write(database => setKey(database, entry('new', 'new')));
    const now = await valuesIn(content);
    expect(now.get('new')).toBe('new');
    for (const [key, value] of now) if (key !== 'new') expect(value).toBe(before.get(key) ?? since.get(key));
    for (const key of before.keys()) expect(now.has(key), `round ${round}: ${key}`).toBe(true);
    const isWhole = [...since.keys()].every(key => now.has(key));
    counts[isWhole ? 'whole' : 'partly'] += 1;
    counts.told += content.problems().length;
    if (!isWhole) expect(content.problems()).toHaveLength(1);
    await content.close();
  }
  expect(counts.whole).toBeGreaterThan(counts.partly);
  expect(counts.told).toBeGreaterThan(propertyRuns(50));
});

it('reads what no backup holds', async () => {
  const { root, before, since } = await storedProject(createSeededRandom(3));
  for (const name of readdirSync(join(root, backupFolder))) writeFileSync(join(root, backupFolder, name), '');
  const bytes = readFileSync(join(root, databaseFile));
  writeFileSync(join(root, databaseFile), bytes.fill(0, bytes.length - 8192, bytes.length - 4096));
  const content = openContent(root);
  await content.write(() => 1);
  const now = await valuesIn(content);
  expect(now.size).toBeGreaterThan(before.size + since.size - 10);
  expect(existsSync(join(root, '.codebolt/weft/corrupt-2026-11-22T10-00-00-000Z/weft.sqlite'))).toBe(true);
});

it('loses nothing that was committed after a damaged page of the write-ahead log', async () => {
  const random = createSeededRandom(11);
  const source = temporaryFolder();
  const content = openContent(source);
  const counts = { whole: 0, torn: 0 };
  const written = new Map<string, string>();
  for (let at = 0; at < 120; at += 1) {
    const entry = [`k${at}`, random.text('abcdefghij ', 900)] as const;
    written.set(...entry);
    await store(content, new Map([entry]));
  }
  const log = readFileSync(`${join(source, databaseFile)}-wal`);
  const frames = Math.floor((log.length - 32) / 4120);
  expect(frames).toBeGreaterThan(200);
  for (let round = 0; round < propertyRuns(60); round += 1) {
    const root = temporaryFolder();
    await mkdir(join(root, '.codebolt/weft'), { recursive: true });
    copyFileSync(join(source, databaseFile), join(root, databaseFile));
    const start = 32 + random.between(0, frames - 2) * 4120 + 24;
    const torn = Buffer.from(log).fill(random.text('abc', 50), start, start + 4096);
    writeFileSync(`${join(root, databaseFile)}-wal`, torn);
    const reopened = openContent(root);
    // Who reads first must not be answered of what SQLite has left of the log.
    const first = await valuesIn(reopened).catch(() => 'failed' as const);
    await reopened.write(database => setKey(database, entry('new', 'new')));
    const now = await valuesIn(reopened);
    if (first !== 'failed') expect([...first.keys(), 'new'].sort()).toEqual([...now.keys()].sort());
    for (const [key, value] of now) if (key !== 'new') expect(value).toBe(written.get(key));
    const lost = [...written.keys()].filter(key => !now.has(key));
    // What a page holds that was written once and never again is on that page alone.
    expect(lost.length).toBeLessThan(8);
    counts[lost.length === 0 ? 'whole' : 'torn'] += 1;
    expect(reopened.problems()).toHaveLength(1);
    await reopened.close();
  }
  expect(counts.whole).toBeGreaterThan(counts.torn);
});

it('says which rows are gone, as an index still names them', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await content.write(database => {
    for (let at = 0; at < 40; at += 1)
      putNode(database, {
        id: `n${at}`,
        kind: 'k',
        name: 'x'.repeat(400),
        trust: 'user',
        updated_at: nowIso(),
      });
  });
  await content.close();
  const path = join(root, databaseFile);
  const bytes = readFileSync(path);
  const page = Math.floor(bytes.indexOf('n20kxxx') / 4096) * 4096;
  const nodes = Array.from({ length: 40 }, (_, at) => `n${at}`);
  const at = [
    ...bytes
      .subarray(page, page + 4096)
      .toString('latin1')
      .matchAll(/n\d+(?=kx)/g),
  ].map(([id]) => id);
  expect(at.length).toBeGreaterThan(2);
  writeFileSync(path, bytes.fill(0, page, page + 4096));
  const reopened = openContent(root);
  await reopened.write(() => 1);
  const there = await reopened.read(database => listNodes(database).map(({ id }) => id), []);
  expect(nodes.filter(id => !there.includes(id)).sort()).toEqual(at.sort());
  const report = JSON.parse(
    readFileSync(join(root, '.codebolt/weft/corrupt-2026-11-22T10-00-00-000Z/report.json'), 'utf8'),
  );
  const gone: { id: string }[] = report.tables.find(
    ({ table }: { table: string }) => table === 'graph_node',
  ).gone;
  expect(gone.map(({ id }) => id).sort()).toEqual(at.sort());
});

describe('what damage took', () => {
  const table = (name: string, more: Partial<DamagedTable> = {}): DamagedTable => ({
    table: name,
    read: 5,
    restored: 0,
    gaps: 1,
    restored_rows: [],
    gone: [],
    orphaned: 0,
    ...more,
  });
  const report = (tables: DamagedTable[], backup: DamageReport['backup'] = null): DamageReport => ({
    found_at: nowIso(),
    kept_in: '.codebolt/weft/corrupt-1',
    backup,
    tables,
  });
  const backup = { name: 'b.sqlite', created_at: '2026-11-20T10:00:00.000Z' };
  const kept = 'the damaged file is kept in .codebolt/weft/corrupt-1';
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => table(name));

  const sentences: [told: string, damage: DamageReport][] = [
    [`was damaged and has been made anew with all of its content; ${kept}`, report([])],
    [
      `was damaged and has been made anew with all of its content; ${kept}`,
      report(
        [
          'posting',
          'content_version',
          'bundle',
          'compaction',
          'fit_summary',
          'presence',
          'prompt_prefix',
          'done_write',
          'embedding',
          'ledger_index_part',
          'ledger_index_word',
        ].map(name => table(name)),
      ),
    ],
    [
      `was damaged in message; there was no backup; what was written there since is gone; ${kept}, with a report`,
      report([table('posting'), table('message')]),
    ],
    [
      `was damaged in event, message; what could not be read was looked for in the backup of ${backup.created_at} (3 rows came back); what was written there since is gone, 1 row of it by name; ${kept}, with a report`,
      report([table('event', { restored: 1, gone: [{ id: 1 }] }), table('message', { restored: 2 })], backup),
    ],
    [
      `was damaged in event; what could not be read was looked for in the backup of ${backup.created_at} (1 row came back); what was written there since is gone, 2 rows of it by name; ${kept}, with a report`,
      report(
        [
          table('event', { restored: 1, gone: [{ id: 1 }, { id: 2 }] }),
          table('posting', { restored: 5, gone: [{ id: 1 }] }),
        ],
        backup,
      ),
    ],
    [
      `was damaged in a, b, c, d, e, f; there was no backup; what was written there since is gone; ${kept}, with a report`,
      report(six),
    ],
    [
      `was damaged in 7 tables; there was no backup; what was written there since is gone; ${kept}, with a report`,
      report([...six, table('g')]),
    ],
  ];

  it.each(sentences)('is told in one sentence: %s', (told, damage) => {
    expect(damageSentence(damage)).toBe(told);
    expect(hasLost(damage)).toBe(!told.includes('with all of its content'));
    const answer = { code: 'storage_failed', message: `${databaseFile} ${told}; try again` };
    expect(damagedError(damage, new Error('else'))).toMatchObject(answer);
    expect(damagedError(damage, new DamagedRow('message'))).toMatchObject(answer);
    expect(damagedError(damage, new DamagedRow('message', 'the node "n"'))).toMatchObject({
      code: 'storage_failed',
      message: `the node "n" is damaged: ${databaseFile} ${told}; try again`,
    });
  });
});

describe('a database without content', () => {
  async function emptied({ backup = false, log = '', writer = false, bytes = '' } = {}) {
    const root = temporaryFolder();
    const path = join(root, databaseFile);
    await mkdir(join(root, backupFolder), { recursive: true });
    writeFileSync(path, bytes);
    if (log !== '') writeFileSync(`${path}-wal`, log);
    if (writer) writeFileSync(`${path}.writer`, '');
    if (backup) writeFileSync(join(root, backupFolder, '000001-2026-11-22T10-00-00-000Z-manual.sqlite'), '');
    return { root, path };
  }

  const cases: [what: string, made: Parameters<typeof emptied>[0], was: (boolean | undefined)[]][] = [
    // As the lock says that it was left: not known, closed, not closed.
    ['alone: what damage left, where it was closed', {}, [true, true, false]],
    ['beside the note of a writer: what one left who died', { writer: true }, [false, true, false]],
    ['beside backups: what damage left', { backup: true, writer: true }, [true, true, true]],
    ['beside a log: none', { log: 'x', backup: true }, [false, false, false]],
    ['with content: none', { bytes: 'x', backup: true }, [false, false, false]],
  ];

  it.each(cases)('%s', async (_, made, wanted) => {
    const { root, path } = await emptied(made);
    const found = [];
    for (const was of [undefined, true, false]) found.push(await hasLostAll(root, path, was));
    expect(found).toEqual(wanted);
  });

  it('that is not there has lost nothing', async () => {
    const root = temporaryFolder();
    expect(await hasLostAll(root, join(root, databaseFile), true)).toBe(false);
  });
});

it('a replacement takes the place of a database, whose log goes with it, once', async () => {
  const root = temporaryFolder();
  const path = join(root, databaseFile);
  await mkdir(join(root, '.codebolt/weft'), { recursive: true });
  for (const ending of ['', '-wal', '-shm']) writeFileSync(path + ending, 'old');
  await finishReplacement(root, path);
  expect(readFileSync(`${path}-wal`, 'utf8')).toBe('old');
  writeFileSync(replacementOf(path), 'new');
  await finishReplacement(root, path);
  expect(readdirSync(join(root, '.codebolt/weft'))).toEqual(['weft.sqlite']);
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('what is damaged twice in one moment is kept in a folder each, with its log', async () => {
  const { root } = await storedProject(createSeededRandom(5));
  for (const _ of [1, 2]) {
    const bytes = readFileSync(join(root, databaseFile));
    writeFileSync(join(root, databaseFile), bytes.fill(0, bytes.length - 8192, bytes.length - 4096));
    const content = openContent(root);
    await content.write(() => 1);
    await content.close();
  }
  const folders = readdirSync(join(root, '.codebolt/weft')).filter(name => name.startsWith('corrupt-'));
  expect(folders.sort()).toEqual(['corrupt-2026-11-22T10-00-00-000Z', 'corrupt-2026-11-22T10-00-00-000Z-2']);
  for (const folder of folders) {
    const report = JSON.parse(readFileSync(join(root, '.codebolt/weft', folder, 'report.json'), 'utf8'));
    expect(report).toMatchObject({
      found_at: nowIso(),
      kept_in: `.codebolt/weft/${folder}`,
      backup: { name: expect.stringContaining('-manual.sqlite'), created_at: nowIso() },
    });
    expect(report.tables.map(({ table }: { table: string }) => table)).toEqual(['key_value']);
  }
});
