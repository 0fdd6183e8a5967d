import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

// Where no folder can be made, a command says so by its path and ends: it neither hangs nor dies of it.

const places: readonly (readonly [kind: string, make: (folder: string) => string])[] = [
  ['a file', folder => join(folder, 'file')],
  ['a folder behind a file', folder => join(folder, 'file/data')],
  ['a name that is too long', folder => join(folder, 'a'.repeat(300))],
  ['a path that is too long', folder => join(folder, `${'a'.repeat(200)}/`.repeat(30))],
  // As no other on Linux: nobody may write there, and nobody can make a folder there.
  ...(process.platform === 'linux'
    ? ([
        ['a place where nobody may write', () => '/sys/weft/data'],
        ['a place where no folder can be', () => '/proc/weft/data'],
      ] as const)
    : []),
];

/** Each way to the user-data folder: the host, trust, recent projects, tokens, what `weft init` has written. */
const commands = [
  ['call', 'engines.list'],
  ['trust'],
  ['doctor'],
  ['serve', '--port', '0'],
  ['host', 'start'],
  ['host', 'stop'],
  ['host', 'log'],
  ['init', '--agent', 'claude-code'],
  ['new', 'made'],
];

// Its host is tried as well.
const env = { WEFT_HOST: 'on' };

it.each(places)('every command ends where the user-data folder is %s', async (_, make) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const userDataDir = make(folder);
  for (const values of commands) {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.codebolt'));
    mkdirSync(join(cwd, '.git'));
    const { code, stdout, stderr } = await runSourceCommand(values, { cwd, userDataDir, env });
    expect([values, stderr]).toEqual([values, expect.not.stringMatching(/^ +at /m)]);
    // Who only reads may find nothing there.
    if (code === 0) continue;
    expect([values, stdout + stderr]).toEqual([values, expect.stringContaining(userDataDir.slice(0, 100))]);
  }
});
