import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { CommandContext } from '../../electron/cli/command-context.ts';
import { createTerminal } from '../../electron/cli/terminal.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface CommandPlace {
  readonly cwd?: string;
  /** One for several runs of a test. */
  readonly userDataDir?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly distDir?: string;
  /** Hears what was printed so far, each time that there is more. */
  readonly onOutput?: (stdout: string) => void;
}

const sources = join(import.meta.dirname, '../../electron');

/** What lies beside the built program, as far as commands read it, made of the sources. */
export function sourceDist(): string {
  const folder = temporaryFolder();
  const links = { 'sample-project': 'files', 'project-templates': 'templates' };
  for (const [name, from] of Object.entries(links))
    symlinkSync(join(sources, 'sample-project', from), join(folder, name));
  mkdirSync(join(folder, 'workers'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const worker = pathToFileURL(join(sources, 'workers/tokenizer-worker.ts')).href;
  writeFileSync(join(folder, 'workers/tokenizer-worker.js'), `import '${worker}';\n`);
  return folder;
}

/** What a command gets from a process, with streams of its own, and what it has said so far. */
export function commandContext({
  cwd = temporaryFolder(),
  stdin = '',
  env = {},
  distDir = sources,
  onOutput,
}: CommandPlace) {
  const said: { code: number; stdout: string; stderr: string } = { code: 0, stdout: '', stderr: '' };
  const streamTo = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        said[name] += String(chunk);
        if (name === 'stdout') onOutput?.(said.stdout);
        done();
      },
    });
  const streams = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
  };
  const context: CommandContext = {
    terminal: createTerminal(streams, cwd),
    env: { ...process.env, ...env },
    version: '1.2.3',
    distDir,
    finish: (code: number) => {
      said.code = code;
    },
  };
  return { said, context };
}

/** Runs a command of the sources in this process, with streams of its own; it is not built for this. */
export async function runSourceCommand(values: readonly string[], place: CommandPlace = {}) {
  vi.stubEnv('WEFT_USER_DATA', place.userDataDir ?? temporaryFolder());
  const { said, context } = commandContext(place);
  const { runCommand } = await import('../../electron/cli/run-command.ts');
  await runCommand(context, values);
  return said;
}
