import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { runCommand } from '../../electron/cli/run-command.ts';
import { createTerminal } from '../../electron/cli/terminal.ts';
import weft from '../../package.json' with { type: 'json' };
import { isLong } from './property-runs.ts';
import { repository, runWeft, type WeftPlace, type WeftRun } from './run-weft.ts';

const distDir = join(repository, 'dist');

/**
 * As `runWeft`, one after the other and within this process, which takes a third: the built command, with streams of a
 * test. What is said of a process (signals, exits, its input from a terminal) is said by `runWeft`, which the long tier
 * takes for all.
 */
export const runWeftHere: (values: readonly string[], place: WeftPlace) => Promise<WeftRun> = isLong
  ? runWeft
  : runHere;

/** The environment is the process's, so that one run waits for the other. */
const queue: Promise<unknown>[] = [];

function runHere(values: readonly string[], place: WeftPlace): Promise<WeftRun> {
  const run = Promise.resolve(queue[0]).then(() => runNow(values, place));
  queue[0] = run.catch(() => undefined);
  return run;
}

async function runNow(values: readonly string[], place: WeftPlace): Promise<WeftRun> {
  const said: { code: number; stdout: string; stderr: string } = { code: 0, stdout: '', stderr: '' };
  const streamTo = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        said[name] += String(chunk);
        done();
      },
    });
  const stdin = Readable.from([Buffer.from(place.stdin ?? '')]);
  const terminal = createTerminal(
    { stdin, stdout: streamTo('stdout'), stderr: streamTo('stderr') },
    place.cwd,
  );
  const finish = (code: number) => {
    said.code = code;
  };
  const before = { ...process.env };
  const own = { WEFT_HOST: 'off', WEFT_USER_DATA: place.userDataDir, ...place.env };
  setEnvironment({ ...before, WEFT_TOKEN: undefined, FORCE_COLOR: undefined, ...own });
  try {
    await (await builtCommand())(
      { terminal, env: process.env, version: weft.version, distDir, finish },
      values,
    );
  } finally {
    setEnvironment(before);
  }
  return said;
}

/** Weft asks its process for it, so that it cannot be handed over. */
function setEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys({ ...process.env, ...environment })) {
    const value = environment[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** The very file that the built command loads. */
async function builtCommand(): Promise<typeof runCommand> {
  const [file = ''] =
    /chunks\/run-command-[^"]+/.exec(readFileSync(join(distDir, 'command.js'), 'utf8')) ?? [];
  return (await import(pathToFileURL(join(distDir, file)).href)).runCommand;
}
