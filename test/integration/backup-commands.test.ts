import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWeftHere } from '../support/run-command-here.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state = { home: '', project: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-backup-'));
  state.project = join(state.home, 'shop');
  await mkdir(join(state.project, '.codebolt'), { recursive: true });
});

afterAll(() => removeFolder(state.home));

const weft = (values: readonly string[], stdin = '') =>
  runWeftHere([...values, '--project', state.project], {
    cwd: state.home,
    userDataDir: join(state.home, 'user-data'),
    stdin,
  });
const key = { namespace: 'n', instance: 'i', key: 'phase' };
const set = async (value: string) =>
  expect((await weft(['call', 'kv.set', '-'], JSON.stringify({ ...key, value }))).code).toBe(0);
const stored = async () =>
  JSON.parse((await weft(['call', 'kv.get', '-'], JSON.stringify(key))).stdout).value.value;

it('weft backup makes one, lists it, restores it, and undoes that', async () => {
  expect(await weft(['backup', 'list'])).toMatchObject({ code: 0, stdout: 'no backups yet\n' });
  expect(await weft(['backup', 'undo'])).toMatchObject({ code: 2 });
  await set('first');
  const made = await weft(['backup']);
  const name = /^backed up \d+ KiB as (\S+)\n$/.exec(made.stdout)?.[1] ?? '';
  expect([made.code, made.stderr, name]).toEqual([0, '', expect.stringMatching(/./)]);
  await set('second');
  const restored = await weft(['backup', 'restore', name]);
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^the database holds what it held on .*\n.*"weft backup undo" brings it back\n$/),
  ]);
  expect(await stored()).toBe('first');
  expect((await weft(['backup', 'undo'])).code).toBe(0);
  expect(await stored()).toBe('second');
  const listed = await weft(['backup', 'list']);
  expect(listed.stdout).toMatch(/by hand +\d+ KiB/);
  expect(listed.stdout).toMatch(/before a restore +\d+ KiB/);
});

it.each(['nowhere.sqlite', '../../../../etc/hosts', ''])(
  'weft backup restore says that %j is none',
  async name => {
    const run = await weft(['backup', 'restore', name]);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(await stored()).toBe('second');
  },
);
