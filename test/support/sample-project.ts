import { cp, mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readTrustRecord, writeTrustRecord } from '../../electron/storage/files/trusted-projects.ts';
import { setup as buildOnce } from './build-once.ts';
import { isThere, untilGone } from './hosted-project.ts';
import { runWeft } from './run-weft.ts';
import { removeFolder } from './temporary-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the sample project and the user data of who made it. */
    readonly sampleHome: string;
  }
}

/** Vitest's global setup: the sample project is made once, as a user makes it, and copied for each who needs one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOnce();
  const home = await realpath(await mkdtemp(join(tmpdir(), 'weft-sample-')));
  const stdin = JSON.stringify({ path: projectIn(home) });
  const place = { cwd: home, userDataDir: userDataIn(home), stdin };
  const made = await runWeft(['call', 'project.createSample', '-'], place);
  if (made.code !== 0) throw new Error(`the sample project was not made: ${made.stdout}${made.stderr}`);
  project.provide('sampleHome', home);
  return async () => {
    await endServers(home);
    await removeFolder(home);
  };
}

/** A server that many files use ends with the run, however the worker does that has started it. */
export async function noteServer(home: string, pid: number): Promise<void> {
  await mkdir(serversIn(home), { recursive: true });
  await writeFile(join(serversIn(home), String(pid)), '');
}

async function endServers(home: string): Promise<void> {
  const pids = (await readdir(serversIn(home)).catch(() => [])).map(Number).filter(isThere);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  for (const pid of pids) await untilGone(pid);
}

/** Puts the sample project into `folder`, with the trust that its maker has in it. */
export async function copySampleProject(home: string, folder: string, userDataDir: string): Promise<void> {
  const trust = await readTrustRecord(userDataIn(home), projectIn(home));
  if (!trust) throw new Error('who made the sample project does not trust it');
  await cp(projectIn(home), folder, { recursive: true });
  const path = join(await realpath(dirname(folder)), 'agent-team');
  await writeTrustRecord(userDataDir, { ...trust, path });
}

const projectIn = (home: string): string => join(home, 'agent-team');
const serversIn = (home: string): string => join(home, 'servers');
const userDataIn = (home: string): string => join(home, 'user-data');
