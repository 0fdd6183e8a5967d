import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** Somewhere to ask, the same way each time. */
export interface Target {
  readonly origin: string;
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
}

export interface Load {
  readonly perSecond: number;
  /** Of each request, in milliseconds. */
  readonly times: readonly number[];
}

/** Asks over so many connections that stay open, each as soon as it was answered, `requests` times in all. */
export async function load(target: Target, connections: number, requests: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const body = JSON.stringify(target.body);
  const times: number[] = [];
  let left = requests;
  const askOn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await ask(target, body, agent);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, askOn));
  const perSecond = (requests / (performance.now() - start)) * 1000;
  agent.destroy();
  return { perSecond, times };
}

/** The text of one answer; fails where it is none. */
export function ask(
  { origin, path, token }: Target,
  body: string,
  agent: Agent | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const asked = request(`${origin}${path}`, { method: 'POST', headers, agent: agent ?? false }, answer => {
      const chunks: Buffer[] = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Processor time of a process so far and its resident memory; NaN where the system does not tell. */
export function usageOf(pid: number): { readonly cpuMs: number; readonly rssMb: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const pages = Number(fields[21]);
    return { cpuMs: ticks * 10, rssMb: (pages * 4096) / 1024 / 1024 };
  } catch {
    return { cpuMs: Number.NaN, rssMb: Number.NaN };
  }
}
