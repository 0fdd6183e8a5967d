import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPackage, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../../test/support/run-weft.ts';
import { removeFolder } from '../../test/support/temporary-folder.ts';

const run = promisify(execFile);
const state = { folder: '', app: '' };

/** The text that marks the fuse wire in every Electron binary; version and length of the wire follow it. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** A folder as Electron's download has it, with a binary that holds nothing but the fuse wire of a fresh Electron. */
async function makeElectronDist(folder: string): Promise<string> {
  const dist = join(folder, 'electron-dist');
  await mkdir(join(dist, 'resources'), { recursive: true });
  await mkdir(join(folder, 'default-app'));
  await writeFile(join(folder, 'default-app/main.js'), '');
  await createPackage(join(folder, 'default-app'), join(dist, 'resources/default_app.asar'));
  const wire = Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, 9]), Buffer.from('101100011')]);
  await writeFile(join(dist, 'electron'), Buffer.concat([Buffer.alloc(512), wire, Buffer.alloc(512)]), {
    mode: 0o755,
  });
  return dist;
}

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-package-'));
  const dist = await makeElectronDist(state.folder);
  const release = join(state.folder, 'release');
  const overrides = [`-c.electronDist=${dist}`, `-c.directories.output=${release}`];
  const builder = join(import.meta.dirname, 'node_modules/electron-builder/cli.js');
  const target = ['--linux', 'dir', '--x64', '--publish', 'never'];
  await run(process.execPath, [builder, ...target, ...overrides], { cwd: repository });
  state.app = join(release, 'linux-unpacked');
}, 120_000);

afterAll(() => removeFolder(state.folder));

describe('the packaged desktop app', () => {
  it('has its nine fuses set, read back from the binary', async () => {
    const wire = await getCurrentFuseWire(join(state.app, 'weft-studio'));
    const read = Object.fromEntries(
      Object.entries(FuseV1Options)
        .filter(([, index]) => typeof index === 'number')
        .map(([name, index]) => [name, wire[index as FuseV1Options] === FuseState.ENABLE]), // the enum's own numbers
    );
    expect(read).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
  });

  it('holds what runs and nothing else', () => {
    const files = listPackage(join(state.app, 'resources/app.asar'), { isPack: false });
    const expected = [
      '/package.json',
      '/dist/main.js',
      '/dist/preload.cjs',
      '/dist/renderer/index.html',
      '/dist/licenses.md',
    ];
    const allowed =
      /^\/(?:package\.json|dist(?:\/.*)?|node_modules(?:\/better-sqlite3(?:\/(?:package\.json|LICENSE|lib(?:\/.*)?|prebuilds(?:\/linux[^/]*\.node)?))?)?)$/;
    const unwanted = /\.map$|\.test\.|\.env|\.tsx?$|\/\.build|token|golden/;
    expect({
      missing: expected.filter(file => !files.includes(file)),
      foreign: files.filter(file => !allowed.test(file)),
      unwanted: files.filter(file => unwanted.test(file) && !file.startsWith('/dist/workers/tokenizer')),
    }).toEqual({ missing: [], foreign: [], unwanted: [] });
  });

  it('has its native part outside of the archive, for its platform only', async () => {
    const unpacked = join(state.app, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds');
    const native = await readFile(join(unpacked, 'linux-x64.node'));
    expect(native.subarray(1, 4).toString()).toBe('ELF');
  });
});
