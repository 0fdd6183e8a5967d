import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, hostEnvironment } from './host-place.ts';
import type { JoinOptions, StartedHost } from './join-host.ts';

interface BackgroundOptions {
  readonly env: Environment;
  readonly version: string;
  /** Folder of the built program. */
  readonly distDir: string;
  readonly userDataDir: string;
  readonly project: string | null;
  /** Since when the host was found to be silent, as `performance.now()` counts. */
  readonly silentSince?: number;
}

/** How the host of a project is joined, which is started where none runs; undefined where there is no project. */
export async function hostOf(options: BackgroundOptions): Promise<JoinOptions | undefined> {
  const { project, version, userDataDir, silentSince } = options;
  if (project === null || !existsSync(join(project, '.codebolt'))) return undefined;
  const path = await realpath(project);
  return {
    project: path,
    version,
    userDataDir,
    ...(silentSince !== undefined && { silentSince }),
    start: () => startInBackground({ ...options, project: path }),
  };
}

/** What becomes the host of a project: a program and its arguments. */
export type HostProgram = (project: string) => readonly [program: string, ...values: string[]];

/** Starts `weft host`, or what is said in its place, on its own: it outlives who has started it, and has nothing of theirs open. */
export function startInBackground({
  env,
  distDir,
  userDataDir,
  project,
  hostProgram = weftHost(distDir),
}: Omit<BackgroundOptions, 'project' | 'silentSince'> & {
  readonly project: string;
  readonly hostProgram?: HostProgram | undefined;
}): StartedHost {
  const [program, ...values] = hostProgram(project);
  const child = spawn(program, values, {
    detached: true,
    stdio: 'ignore',
    cwd: userDataDir,
    env: hostEnvironment(env),
    windowsHide: true,
  });
  const ended = new Promise<void>(resolve => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  child.unref();
  return { ended, pid: child.pid };
}

/** It rests most of its time: young objects get 2 MB in all. Once a heap is there it is too late for that. */
const smallHeapOptions = ['--max-semi-space-size=1'] as const;

const weftHost =
  (distDir: string): HostProgram =>
  project => [
    process.execPath,
    ...smallHeapOptions,
    join(distDir, 'cli.cjs'),
    ...['host', '--project', project],
  ];
