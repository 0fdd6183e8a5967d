import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, waitForOutput } from '../support/run-weft.ts';
import type { ResourceSample } from './judge-flatness.ts';

export interface ServedProject {
  readonly project: string;
  readonly userDataDir: string;
  readonly token: string;
  readonly port: number;
  /** What the server says on standard error goes there. */
  readonly logFile: string;
}

/** `weft serve` as a process of its own that is killed and started again, at the same port with the same token. */
export class KilledServer {
  readonly #served: ServedProject;
  readonly #began = performance.now();
  readonly samples: ResourceSample[] = [];
  readonly startsMs: number[] = [];
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #isUp = false;
  kills = 0;
  /** Ends that nobody asked for. */
  crashes = 0;

  constructor(served: ServedProject) {
    this.#served = served;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#served.port}`;
  }

  /** Starts it and waits until it listens. */
  async start(): Promise<void> {
    const { project, userDataDir, token, port, logFile } = this.#served;
    const began = performance.now();
    const values = ['serve', '--json', '--port', String(port), '--project', project];
    const child = spawn(process.execPath, [join(repository, 'dist/cli.js'), ...values], {
      cwd: project,
      env: { ...process.env, WEFT_USER_DATA: userDataDir, WEFT_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.on('data', text => appendFileSync(logFile, String(text)));
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#isUp = false;
      this.#child = undefined;
      this.crashes += 1;
    });
    this.#child = child;
    await waitForOutput(child, /^\{.*\}\n/);
    this.#startedAt = performance.now();
    this.startsMs.push(this.#startedAt - began);
    this.#isUp = true;
  }

  /** Ends it as a crash would; resolves when it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.#isUp = false;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.kills += 1;
  }

  /** Ends it as a user would. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.#isUp = false;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  /** Notes what the process takes now; Linux only, where /proc says it. */
  sample(): void {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.#isUp) return;
    const taken = processFigures(pid);
    if (taken === undefined) return;
    const now = performance.now();
    this.samples.push({ atMs: now - this.#began, ageMs: now - this.#startedAt, ...taken });
  }
}

/** Resident memory and open descriptors of a process; undefined when it has just ended. */
export function processFigures(pid: number): { rssMb: number; descriptors: number } | undefined {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { rssMb: Math.round(Number(kibibytes ?? 0) / 1024), descriptors };
  } catch {
    return undefined;
  }
}
