import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** A process that cannot be taken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in words that differ for each process of that number; null where the system does not tell. */
  readonly started: string | null;
  /** Where its number means it: the machine, and the container. */
  readonly machine: string;
}

/** Who this process is. */
export async function identifyProcess(pid: number = process.pid): Promise<ProcessIdentity> {
  return { pid, started: (await readProcessStart(pid)) ?? null, machine: await thisMachine() };
}

/** Whether that very process still runs; undefined where that cannot be seen from here. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean | undefined> {
  if (identity.machine !== (await thisMachine())) return undefined;
  if (!isNumberTaken(identity.pid)) return false;
  const started = identity.started === null ? undefined : await readProcessStart(identity.pid);
  return started === undefined ? true : started === identity.started;
}

function isNumberTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function thisMachine(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

/** Undefined where there is no such process, or no way to ask. */
export async function readProcessStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  // Windows tells only to programs that take seconds to start.
  if (platform === 'win32') return undefined;
  return platform === 'linux' ? readStartTicks(pid) : askForStart(pid);
}

/** Ticks since the machine started, with the name of that start. */
async function readStartTicks(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The name of the program stands in parentheses and may hold anything; the start is the 20th field behind it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

async function askForStart(pid: number): Promise<string | undefined> {
  try {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
