import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Environment } from '../host/host-place.ts';
import { sampleIn } from '../storage/files/sample-files.ts';
import type { CommandContext } from './command-context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { existingFolder, findProject } from './find-project.ts';
import { type GlobalOptions, isTrustGiven, withoutHost } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { openInBrowser } from './open-in-browser.ts';
import { untilStopped } from './until-stopped.ts';
import { UsageError } from './usage-error.ts';

interface OpenOptions extends GlobalOptions {
  readonly sample?: boolean;
  readonly browser: boolean;
}

interface Target {
  readonly project: string | null;
  /** The sample project is made or opened instead: where it says, or in the user-data folder. */
  readonly sample: { readonly path: string | undefined } | undefined;
  readonly trustsAll: boolean;
}

/** `weft open`: the studio, in a window, or in the browser where no window can be. */
export function addOpenCommand(program: Command, context: CommandContext): void {
  program
    .command('open [dir]')
    .description('open the studio on a project')
    .option(
      '--sample',
      'open the sample project, which is made when it is not there, in DIR or your user-data folder',
    )
    .option('--no-browser', 'print the address only, when there is no window')
    .action(async (dir: string | undefined, _: unknown, command: Command) => {
      if (dir !== undefined) refuseIdle(command, ['project'], 'beside DIR');
      await open(context, dir, command.optsWithGlobals<OpenOptions>());
    });
}

async function open(context: CommandContext, dir: string | undefined, options: OpenOptions): Promise<void> {
  const { cwd } = context.terminal;
  const trustsAll = isTrustGiven(context.env, options);
  const target =
    options.sample === true
      ? { project: null, sample: await samplePlace(context, dir ?? options.project), trustsAll }
      : { project: folderToOpen(cwd, dir, options), sample: undefined, trustsAll };
  const electron = findElectron(context.env, process.platform, process.getuid?.() === 0);
  if ('binary' in electron) context.finish(await openWindow(context, electron.binary, target, options));
  else await openBrowserShell(context, electron.missing, target, options);
}

const folderToOpen = (cwd: string, dir: string | undefined, { project }: OpenOptions): string | null =>
  dir === undefined ? findProject(cwd, project) : existingFolder(cwd, dir);

/** Where the sample project goes: a folder that is none yet, or has it already. */
async function samplePlace({ terminal, distDir }: CommandContext, dir: string | undefined) {
  if (dir === undefined) return { path: undefined };
  const path = resolve(terminal.cwd, dir);
  if ((await sampleIn(path, join(distDir, 'sample-project'))) === 'other')
    throw new UsageError(
      `${dir}: holds another project; give another folder for the sample, or leave out --sample to open it`,
    );
  return { path };
}

/** The desktop shell is a process of its own; this one waits for its end. */
async function openWindow(
  context: CommandContext,
  binary: string,
  target: Target,
  options: OpenOptions,
): Promise<ExitCode> {
  const child = spawn(binary, [join(context.distDir, 'main.js'), ...flagsOf(target)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The keys are for Weft wherever it runs; the token is for whoever serves, which a window does not.
    env: {
      ...withoutHost(context.env, options),
      WEFT_TOKEN: undefined,
      ...(target.trustsAll && { WEFT_TRUST: '1' }),
    },
  });
  for (const said of [child.stdout, child.stderr])
    createInterface({ input: said }).on('line', line => context.terminal.writeErrorLine(line));
  const told = options.json ? context.terminal.writeJson({ opened: 'window', pid: child.pid }, 0) : undefined;
  const [closed] = await Promise.all([once(child, 'close'), told]);
  const code: unknown = closed[0];
  return code === 0 ? exitCodes.ok : exitCodes.internal;
}

function flagsOf({ project, sample }: Target): string[] {
  if (sample !== undefined) return [sample.path === undefined ? '--sample' : `--sample=${sample.path}`];
  return project === null ? [] : [`--project=${project}`];
}

async function openBrowserShell(
  context: CommandContext,
  why: string,
  target: Target,
  { browser, json, useHost }: OpenOptions,
): Promise<void> {
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(context, {
    ...target,
    useHost,
    address: '127.0.0.1',
    allowRemote: false,
    port: undefined,
  });
  const { origin } = server;
  const address = server.issueAddress();
  // Before anyone can know that it runs, and stop it.
  const stopped = untilStopped();
  await (json
    ? context.terminal.writeJson({ opened: 'browser', why, address, origin }, 0)
    : context.terminal.writeLines([`no window, because ${why}; the studio is at ${address}`]));
  const place = { env: context.env, platform: process.platform };
  const removePage = browser ? await openInBrowser(server.issueAddress, place) : undefined;
  await stopped;
  await server.close();
  await removePage?.();
}

type ElectronFinding = { readonly binary: string } | { readonly missing: string };

/** Where a window can be opened from, or the reason why none can. Never downloads anything. */
export function findElectron(env: Environment, platform: NodeJS.Platform, isRoot: boolean): ElectronFinding {
  const binary = findBinary(env);
  if (binary === undefined) return { missing: 'the Electron binary is not installed' };
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return { missing: 'there is no display' };
  if (platform === 'linux' && isRoot) return { missing: 'Electron does not start its sandbox for root' };
  return { binary };
}

function findBinary(env: Environment): string | undefined {
  const packageDir = findPackage();
  if (packageDir === undefined) return undefined;
  const name = readName(join(packageDir, 'path.txt')) ?? 'electron';
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageDir, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

function findPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return undefined;
  }
}

/** The package writes the binary's name there once it has downloaded it. */
function readName(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
