import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../..');
const command = join(repository, 'dist/cli.cjs');

export interface WeftRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WeftPlace {
  readonly cwd: string;
  readonly userDataDir: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built `weft` command as its own process, with its own user-data folder. */
export function startWeft(values: readonly string[], place: WeftPlace): ChildProcess {
  return spawn(process.execPath, [command, ...values], {
    cwd: place.cwd,
    env: { ...baseEnvironment(), WEFT_HOST: 'off', WEFT_USER_DATA: place.userDataDir, ...place.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs it to its end; `onOutput` hears of each piece that it writes to stdout. */
export async function runWeft(
  values: readonly string[],
  place: WeftPlace,
  onOutput?: () => void,
): Promise<WeftRun> {
  const child = startWeft(values, place);
  if (onOutput !== undefined) child.stdout?.on('data', onOutput);
  const run = runOf(child);
  child.stdin?.on('error', () => {});
  child.stdin?.end(place.stdin ?? '');
  return run;
}

/** What a process writes until it ends. */
async function runOf(child: ChildProcess): Promise<WeftRun> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const [code]: unknown[] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout: stdout.text, stderr: stderr.text };
}

/**
 * Runs `weft mcp` with these lines as an agent does, that ends the input when each of `ids` is answered: what is not
 * answered half a second after the end of the input is not answered any more.
 */
export async function runWeftMcp(
  place: WeftPlace & { readonly stdin: string },
  ids: readonly (number | string)[],
): Promise<WeftRun> {
  const child = startWeft(['mcp', '--tools', 'all'], place);
  const run = runOf(child);
  const answers = ids.map(id => waitForOutput(child, new RegExp(`"id":${JSON.stringify(id)}[,}].*\n`)));
  child.stdin?.write(place.stdin);
  await Promise.all(answers);
  child.stdin?.end();
  return run;
}

/** Waits until a process has written something that matches to stdout; fails with what it wrote when it ends first. */
export async function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const match = pattern.exec(stdout.text);
      if (match) resolve(match);
    };
    child.stdout?.on('data', look);
    child.once('close', () => reject(new Error(`weft ended early:\n${stdout.text}${stderr.text}`)));
    look();
  });
}

function collect(stream: NodeJS.ReadableStream | null): { text: string } {
  const collected = { text: '' };
  stream?.setEncoding('utf8').on('data', chunk => {
    collected.text += String(chunk);
  });
  return collected;
}

/** Without what would change the command's behaviour: displays, tokens, colours. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const { DISPLAY, WAYLAND_DISPLAY, WEFT_TOKEN, FORCE_COLOR, ...rest } = process.env;
  return rest;
}
