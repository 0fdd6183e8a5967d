import { join } from 'node:path';
import { quantile } from '../measure.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { ledgerScopes, ledgerTasks } from './big-ledger.ts';

/** A process of its own: what the first `ledger.assemble` takes in it, and what the next ones do. */
const [home = ''] = process.argv.slice(2);
const calls = 40;
const app = startBenchApp(home);
const rssMb = () => Math.round(process.memoryUsage().rss / 1e6);
const assemble = (at: number) =>
  callApp(app, 'ledger.assemble', {
    task: ledgerTasks[at % ledgerTasks.length] ?? '',
    scope: at % 3 === 0 ? 'project' : (ledgerScopes[at % ledgerScopes.length] ?? 'project'),
    now: '2026-11-22T00:00:00Z',
  });

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

const emptyRssMb = rssMb();
await callApp(app, 'project.open', { path: join(home, 'project') });
const first = await timed(() => assemble(0));
const firstRssMb = rssMb();
const times: number[] = [];
for (let at = 1; at <= calls; at += 1) times.push((await timed(() => assemble(at))).cpuMs);
const lastRssMb = rssMb();
await app.close();
process.stdout.write(
  JSON.stringify({
    firstMs: first.ms,
    firstCpuMs: first.cpuMs,
    rssMb: firstRssMb,
    emptyRssMb,
    p95CpuMs: quantile(times, 0.95),
    lastRssMb,
  }),
);
