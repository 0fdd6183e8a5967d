import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { createWorld } from '../../electron/platform/world.ts';
import type { App } from '../../electron/services/app/app.ts';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import type { Reply } from '../../shared/contract/errors.ts';
import { type AppHarness, startApp } from '../support/app-harness.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';
import { type Written, writeBefore, writingCalls, writingProcedures } from '../support/writing-calls.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Prepared {
  readonly harness: AppHarness;
  readonly written: Written;
  readonly path: string;
}

/** An open project in which every procedure that writes has something to write to. */
async function prepare(): Promise<Prepared> {
  const world = {
    ...createWorld(),
    embedder: {
      ids: ['use-lite'],
      embed: async (_: string, texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
    },
  };
  const harness = startApp({ world });
  const path = join(temporaryFolder(), 'project');
  await harness.call('project.open', { path, create: true });
  await writeTree(path, {
    'notes/one.md': '# Notes',
    'ledger/.twining/blackboard.jsonl': '',
  });
  return { harness, written: await writeBefore(harness), path };
}

type Ask = (name: string, input: unknown) => Promise<Reply<unknown>>;

/** What each procedure answers. */
async function callAll(ask: Ask, written: Written): Promise<Map<string, Reply<unknown>>> {
  const replies = new Map<string, Reply<unknown>>();
  for (const [name, inputOf] of Object.entries(writingCalls))
    replies.set(name, await ask(name, inputOf(written)));
  return replies;
}

/** Every file below a folder, with a hash of what it holds. */
function contentOf(folder: string): Record<string, string> {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const files = paths.filter(path => statSync(join(folder, path)).isFile() && !isPartOfDatabase(path));
  return Object.fromEntries(
    files.toSorted().map(path => [
      path,
      createHash('sha256')
        .update(path.endsWith('.sqlite') ? pagesOf(join(folder, path)) : readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}

/** What comes and goes with a connection; the lock has a journal while it is taken. */
const isPartOfDatabase = (path: string): boolean => /\.sqlite(-wal|-shm|\.lock-journal)$/.test(path);

/** The pages of a database as who opens it reads them, whether its log has been copied into it or not. */
function pagesOf(file: string): Buffer {
  const copy = join(temporaryFolder(), 'copy.sqlite');
  for (const part of ['', '-wal'].filter(end => existsSync(file + end)))
    copyFileSync(file + part, copy + part);
  const database = new Database(copy);
  try {
    return database.serialize();
  } finally {
    database.close();
  }
}

/** The same app, for a call that was let in just before the folder went. */
function letIn(app: App): App {
  const require = async () => {
    const project = await app.projects.current();
    if (project === undefined) throw new Error('a project is open');
    return project;
  };
  return { ...app, projects: { ...app.projects, require } };
}

const ways: [name: string, move: (path: string, moved: string) => void][] = [
  ['deleted', path => rmSync(path, { recursive: true })],
  ['renamed', (path, moved) => renameSync(path, moved)],
  [
    'replaced by a copy of the same name',
    (path, moved) => {
      renameSync(path, moved);
      cpSync(moved, path, { recursive: true });
    },
  ],
  [
    'unmounted, so that an empty folder is left',
    (path, moved) => {
      renameSync(path, moved);
      mkdirSync(path);
    },
  ],
];

it('the table of writing calls has every procedure that writes to a project', () => {
  expect(Object.keys(writingCalls).toSorted()).toEqual(writingProcedures.toSorted());
});

it('control: in its place, the project takes every one of these writes', async () => {
  const { harness, written } = await prepare();
  const replies = await callAll(harness.ask, written);
  expect([...replies].filter(([, reply]) => !reply.ok)).toEqual([]);
});

describe.each(ways)('a project that is %s while it is open', (_, move) => {
  it('takes no write, says so with what to do, and nothing is made where it was', async () => {
    const { harness, written, path } = await prepare();
    move(path, `${path}-moved`);
    const before = contentOf(join(path, '..'));
    const replies = await callAll(harness.ask, written);
    const told = {
      code: 'storage_failed',
      message: expect.stringMatching(/^\/.*open the project where it is now$/),
    };
    expect([...replies].filter(([, reply]) => reply.ok)).toEqual([]);
    for (const reply of replies.values()) expect(reply).toMatchObject({ error: told });
    expect(contentOf(join(path, '..'))).toEqual(before);
    const info = await harness.call('project.info', {});
    expect(info).toMatchObject({ open: true, path, problems: [{ file: path }] });
  });

  it('takes no write that was let in just before, whatever store it is for', async () => {
    const { harness, written, path } = await prepare();
    move(path, `${path}-moved`);
    const before = contentOf(join(path, '..'));
    const app = letIn(harness.app);
    const ask: Ask = (name, input) => dispatch(app, { door: 'cli', access: 'write' }, name, input);
    const replies = await callAll(ask, written);
    const accepted = [...replies].flatMap(([name, reply]) => (reply.ok ? [[name, reply.value]] : []));
    expect(accepted).toEqual([]);
    expect(contentOf(join(path, '..'))).toEqual(before);
  });
});

it('a project that is put back goes on with all that was acknowledged', async () => {
  const { harness, written, path } = await prepare();
  renameSync(path, `${path}-moved`);
  await callAll(harness.ask, written);
  renameSync(`${path}-moved`, path);
  const replies = await callAll(harness.ask, written);
  expect([...replies].filter(([, reply]) => !reply.ok)).toEqual([]);
});

it('a project that was moved is opened where it is now, with all that was acknowledged', async () => {
  const { harness, path } = await prepare();
  renameSync(path, `${path}-moved`);
  await harness.call('project.open', { path: `${path}-moved` });
  const { records } = await harness.call('ledger.list', {});
  expect(records).toContainEqual(
    expect.objectContaining({ entry: expect.objectContaining({ summary: 'a need' }) }),
  );
  expect((await harness.call('engines.list', {})).engines).toHaveLength(2);
});
