import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { findElectron } from './open.ts';

const state = { folder: '' };

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-electron-'));
  await writeFile(join(state.folder, 'electron'), '', { mode: 0o755 });
});

afterAll(() => removeFolder(state.folder));

const found = () => ({ ELECTRON_OVERRIDE_DIST_PATH: state.folder });

it('with a binary and a display there is a window', () => {
  const binary = join(state.folder, 'electron');
  expect([
    findElectron({ ...found(), DISPLAY: ':0' }, 'linux', false),
    findElectron({ ...found(), WAYLAND_DISPLAY: 'wayland-0' }, 'linux', false),
    findElectron(found(), 'darwin', false),
  ]).toEqual([{ binary }, { binary }, { binary }]);
});

it('without one of them it says which', () => {
  expect([
    findElectron(
      { ELECTRON_OVERRIDE_DIST_PATH: join(state.folder, 'nothing'), DISPLAY: ':0' },
      'linux',
      false,
    ),
    findElectron(found(), 'linux', false),
    findElectron({ ...found(), DISPLAY: ':0' }, 'linux', true),
  ]).toEqual([
    { missing: 'the Electron binary is not installed' },
    { missing: 'there is no display' },
    { missing: 'Electron does not start its sandbox for root' },
  ]);
});
