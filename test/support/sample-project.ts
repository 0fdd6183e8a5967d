import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readTrustRecord, writeTrustRecord } from '../../electron/storage/files/trusted-projects.ts';
import { setup as buildOnce } from './build-once.ts';
import { runWeft } from './run-weft.ts';

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
  return () => rm(home, { recursive: true, force: true });
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
const userDataIn = (home: string): string => join(home, 'user-data');
