import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { hashSources } from './build-stale.ts';

const state = { folder: '' };

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(state.folder, file)), { recursive: true });
  await writeFile(join(state.folder, file), text);
}

beforeEach(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-hash-'));
  await write('electron/cli.ts', 'a');
  await write('shared/model/rule.ts', 'b');
  await write('renderer/App.tsx', 'c');
});

afterEach(() => removeFolder(state.folder));

const all = () => [
  hashSources(state.folder, 'node'),
  hashSources(state.folder, 'preload'),
  hashSources(state.folder, 'studio'),
];

it.each([
  ['a source of the node side', 'electron/cli.ts', [true, false, false]],
  ['a new file that both sides use', 'shared/model/new.ts', [true, false, true]],
  ['a source of the studio', 'renderer/App.tsx', [false, false, true]],
  ['a file of the sample project', 'electron/sample-project/files/docs/a.md', [true, false, false]],
  ['the lock file', 'package-lock.json', [true, true, true]],
  ['a test', 'electron/cli.test.ts', [false, false, false]],
])('%s makes stale what is built from it', async (_, file, stale) => {
  const before = all();
  await write(file, 'changed');
  expect(all().map((hash, index) => hash !== before[index])).toEqual(stale);
});

it('a new time alone makes nothing stale', async () => {
  const before = all();
  await utimes(join(state.folder, 'electron/cli.ts'), new Date(), new Date(0));
  expect(all()).toEqual(before);
});
