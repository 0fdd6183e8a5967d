import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { vi } from 'vitest';
import { runCommand } from '../../electron/cli/run-command.ts';
import { createTerminal } from '../../electron/cli/terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface CommandPlace {
  readonly cwd?: string;
  /** One for several runs of a test. */
  readonly userDataDir?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly distDir?: string;
}

/** Runs a command of the sources in this process, with streams of its own; it is not built for this. */
export async function runSourceCommand(
  values: readonly string[],
  {
    cwd,
    userDataDir,
    stdin = '',
    env = {},
    distDir = join(import.meta.dirname, '../../electron'),
  }: CommandPlace = {},
) {
  vi.stubEnv('WEFT_USER_DATA', userDataDir ?? temporaryFolder());
  const said: { code: number; stdout: string; stderr: string } = { code: 0, stdout: '', stderr: '' };
  const streamTo = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        said[name] += String(chunk);
        done();
      },
    });
  const streams = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
  };
  const context = {
    terminal: createTerminal(streams, cwd ?? temporaryFolder()),
    env: { ...process.env, ...env },
    version: '1.2.3',
    distDir,
    finish: (code: number) => {
      said.code = code;
    },
  };
  await runCommand(context, values);
  return said;
}
