import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../../shared/model/json.ts';
import { runWeftHere } from './run-command-here.ts';
import { runWeft, type WeftPlace, type WeftRun } from './run-weft.ts';
import { removeFolder } from './temporary-folder.ts';

/** A project whose doors have a host. */
export interface HostedProject {
  readonly folder: string;
  readonly userDataDir: string;
  readonly place: WeftPlace;
  weft(values: readonly string[], stdin?: unknown): Promise<WeftRun>;
  /** The value of a procedure, called by a command of its own. */
  call(procedure: string, input?: unknown): Promise<unknown>;
  /** The process that is the host now. */
  hostPid(): Promise<number | undefined>;
  /** Every process that ever was its host in the background, by its log. */
  hostPids(): Promise<number[]>;
  /** Ends its host, and removes the project. */
  end(): Promise<void>;
}

export interface HostedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The user-data folder; one of its own without it. */
  readonly home?: string | undefined;
  /** `sample`: with the files and the content of the sample project. */
  readonly content?: 'nothing' | 'sample';
  /** In a repository that is empty, `weft init` makes it, with these options. */
  readonly init?: readonly string[];
  /** What runs its commands; a process for each without it. */
  readonly run?: typeof runWeftHere;
}

export async function createHostedProject({
  env = {},
  home,
  content = 'nothing',
  init,
  run = runWeft,
}: HostedOptions = {}): Promise<HostedProject> {
  const root = await mkdtemp(join(tmpdir(), 'weft-host-'));
  const folder = join(root, 'project');
  const userDataDir = home ?? join(root, 'user');
  const place = { cwd: root, userDataDir, env: { WEFT_HOST: 'on', ...env } };
  const weft: HostedProject['weft'] = (values, stdin) =>
    run(values, { ...place, cwd: folder, stdin: stdin === undefined ? '' : JSON.stringify(stdin) });
  const [procedure, more] =
    content === 'sample' ? ['project.createSample', {}] : ['project.open', { create: true }];
  if (init !== undefined) await mkdir(join(folder, '.git'), { recursive: true });
  const created =
    init === undefined
      ? await runWeftHere(['call', procedure, '-', '--no-host'], {
          ...place,
          stdin: JSON.stringify({ path: folder, ...more }),
        })
      : await run(['init', ...init], { ...place, cwd: folder });
  if (created.code !== 0) throw new Error(created.stdout + created.stderr);
  const project: HostedProject = {
    folder,
    userDataDir,
    place: { ...place, cwd: folder },
    weft,
    async call(procedure, input = {}) {
      const { stdout, stderr } = await weft(['call', procedure, '-'], input);
      const reply: unknown = JSON.parse(stdout || 'null');
      if (isJsonObject(reply) && reply.ok === true) return reply.value;
      throw new Error(`${procedure}: ${stdout}${stderr}`);
    },
    async hostPid() {
      const status: unknown = JSON.parse((await weft(['host', 'status', '--json'])).stdout);
      return isJsonObject(status) && typeof status.pid === 'number' ? status.pid : undefined;
    },
    hostPids: () => loggedPids(join(userDataDir, 'hosts')),
    async end() {
      await weft(['host', 'stop']);
      // Hosts of other projects of this user stop as well.
      for (const pid of (await project.hostPids()).filter(isHost)) {
        signal(pid, 'SIGTERM');
        while (isHost(pid)) await sleep(20);
      }
      await removeFolder(root);
    },
  };
  return project;
}

async function loggedPids(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const logs = names.filter(name => name.includes('.log')).map(name => readFile(join(folder, name), 'utf8'));
  const lines = (await Promise.all(logs)).join('').split('\n').filter(Boolean);
  const started = lines
    .map(line => JSON.parse(line))
    .filter(({ message }) => message === 'the host has started');
  return started.map(({ pid }) => Number(pid));
}

/** Not who has the number of one that is gone by now, nor one that ended and was not waited for, where that can be told. */
function isHost(pid: number): boolean {
  if (process.platform !== 'linux') return isThere(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0host\0--project\0');
  } catch {
    return false;
  }
}

export async function untilGone(pid: number): Promise<void> {
  while (isThere(pid)) await sleep(20);
}

export const isThere = (pid: number): boolean => signal(pid, 0);

/** False where the process is not there. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
