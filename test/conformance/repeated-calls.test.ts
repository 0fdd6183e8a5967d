import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { createIdMint } from '../../electron/platform/ids.ts';
import { createWorld } from '../../electron/platform/world.ts';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import { createKeyedCalls } from '../../electron/services/app/keyed-calls.ts';
import { sha256 } from '../../electron/storage/files/read-text-file.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { type AppHarness, startApp, testNow } from '../support/app-harness.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { writeBefore, writingCalls } from '../support/writing-calls.ts';

// Every call that writes is done once under its key, whatever broke in between: docs/reference/host.md.

vi.setConfig({ testTimeout: 120_000 });

const world = {
  ...createWorld(),
  clock: { ...createWorld().clock, nowIso: () => testNow },
  embedder: {
    ids: ['use-lite'],
    embed: async (_: string, texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
    close: async () => {},
  },
};
const mintKey = createIdMint(randomBytes, () => Date.parse(testNow));

/** Files of definitions with their hashes, and every row of the database but those that keep keys, and the number of changes. */
function stateOf(project: string): Record<string, unknown> {
  const folder = join(project, '.codebolt');
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter(path => /^[^/]+\/[^/]+\.json$|^config/.test(path) && statSync(join(folder, path)).isFile());
  const database = new Database(join(folder, 'weft/weft.sqlite'), { readonly: true });
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('done_write', 'content_version')",
    )
    .pluck()
    .all();
  const rows = tables.map(name => [
    `table ${name}`,
    sha256(JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all())),
  ]);
  database.close();
  return Object.fromEntries([
    ...files.sort().map(path => [path, sha256(readFileSync(join(folder, path)))]),
    ...rows,
  ]);
}

/** Takes back what was noted of the answers, as if the host had been killed before. */
function forgetAnswers(project: string): number {
  const folder = join(project, '.codebolt/weft/calls');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    writeFileSync(join(folder, name), lines.filter(line => !line.startsWith('{"answer"')).join('\n'));
  }
  return names.length;
}

async function prepare() {
  const harness = startApp({ world });
  const project = join(temporaryFolder(), 'project');
  await harness.call('project.open', { path: project, create: true });
  await writeTree(project, { 'notes/one.md': '# Notes', 'ledger/.twining/blackboard.jsonl': '' });
  return { harness, project, written: await writeBefore(harness) };
}

/** As a process that knows of it by what is on disk. */
const askAnew = ({ app }: AppHarness, key: string, name: string, input: unknown): Promise<Reply<unknown>> =>
  dispatch({ ...app, keyed: createKeyedCalls() }, { door: 'http', access: 'write', key }, name, input);

/**
 * They say what was left to do, which is nothing when they come again; what they leave is the same. `true`: only where
 * the host ended before the answer was noted. A backup is made of what is there then, a second time as well.
 */
const saysWhatWasLeft: Readonly<Record<string, boolean>> = {
  'backup.create': true,
  'backup.restore': true,
  'documents.import': false,
  'documents.embed': false,
  'documents.sync': false,
  'imports.apply': true,
  'ledger.sync': true,
  'conversations.import': false,
  'conversations.derive': false,
};

it.each(['after its answer was noted', 'before its answer was noted'])(
  'a call whose host ends %s is done once',
  async when => {
    const { harness, project, written } = await prepare();
    const twice: string[] = [];
    const others: string[] = [];
    const isNoted = when.startsWith('after');
    const state = { notes: 0 };
    for (const [name, inputOf] of Object.entries(writingCalls)) {
      const [key, input] = [mintKey(), inputOf(written)];
      const first = await askAnew(harness, key, name, input);
      const before = stateOf(project);
      if (!isNoted) state.notes = Math.max(state.notes, forgetAnswers(project));
      const again = await askAnew(harness, key, name, input);
      const after = stateOf(project);
      const differences = Object.keys({ ...before, ...after }).filter(part => before[part] !== after[part]);
      if (differences.length > 0) twice.push(`${name}: ${differences.join(', ')}`);
      if (JSON.stringify(again) !== JSON.stringify(first)) others.push(name);
    }
    const expected = Object.entries(saysWhatWasLeft).filter(([, isThen]) => !isNoted || !isThen);
    expect([twice, others]).toEqual([[], expected.map(([name]) => name)]);
    expect(state.notes > 5).toBe(!isNoted);
  },
);

it('what a session has told is counted once, however long it is', async () => {
  const { harness } = await prepare();
  const long = {
    session_id: 'long',
    decisions: Array.from({ length: 20 }, (_, at) => `${at} ${'x'.repeat(5000)}`),
  };
  await harness.ask('health.record', long);
  const [key, input] = [mintKey(), { session_id: 'long', tool: 'read' }];
  for (const _ of [1, 2, 3])
    expect(await askAnew(harness, key, 'health.record', input)).toMatchObject({ ok: true });
  const { session } = await harness.call('health.report', { session_id: 'long' });
  expect(session.tool_calls).toEqual({ low: 1, medium: 0, high: 0 });
});

it('without a key the same calls are done twice', async () => {
  const { harness, project, written } = await prepare();
  const input = writingCalls['engines.create']?.(written);
  for (const _ of [1, 2]) await harness.ask('engines.create', input);
  expect(Object.keys(stateOf(project)).filter(path => path.includes('/new'))).toHaveLength(2);
});

it('what a killed host has left half-way is done from the start, unless somebody has changed it since', async () => {
  const { harness, project } = await prepare();
  const file = join(project, '.codebolt/context-rule-engines/engine.json');
  const input = { id: 'engine', changes: { name: 'Changed' } };
  const keys = [mintKey(), mintKey()] as const;
  const first = await askAnew(harness, keys[0], 'engines.update', input);
  forgetAnswers(project);
  expect(await askAnew(harness, keys[0], 'engines.update', input)).toEqual(first);
  await askAnew(harness, keys[1], 'engines.update', { id: 'engine', changes: { name: 'Again' } });
  forgetAnswers(project);
  writeFileSync(file, readFileSync(file, 'utf8').replace('Again', 'By hand'));
  expect(
    await askAnew(harness, keys[1], 'engines.update', { id: 'engine', changes: { name: 'Again' } }),
  ).toMatchObject({
    ok: false,
    error: { code: 'conflict', message: expect.stringContaining('engine.json') },
  });
  expect(readFileSync(file, 'utf8')).toContain('By hand');
});

it('a key that was used for another call is refused, by the same process and by the next', async () => {
  const { harness } = await prepare();
  for (const [name, input, other] of [
    ['ledger.post', { entry_type: 'need', summary: 'one' }, { entry_type: 'need', summary: 'two' }],
    ['engines.update', { id: 'engine', changes: { name: 'A' } }, { id: 'engine', changes: { name: 'B' } }],
  ] as const) {
    const key = mintKey();
    const caller = { door: 'http', key } as const;
    const first = await harness.ask(name, input, caller);
    expect(first).toMatchObject({ ok: true });
    const refused = { ok: false, error: { code: 'invalid_input', message: expect.stringContaining('key') } };
    expect(await harness.ask(name, other, caller)).toMatchObject(refused);
    expect(await askAnew(harness, key, name, other)).toMatchObject(refused);
    expect(await harness.ask('samples.delete', { id: 'gone' }, caller)).toMatchObject(refused);
    expect(await harness.ask(name, input, caller)).toEqual(first);
  }
});
