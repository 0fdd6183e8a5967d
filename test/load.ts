import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/**
 * `npm run test:load [-- TIMES [Vitest's arguments]]`: `npm test`, or a part of it, five times in a row beside as many
 * processes as there are cores that keep them busy. What is right under load is green each time.
 */
const [given = '5', ...part] = process.argv.slice(2);
const times = Number(given);
if (!Number.isInteger(times) || times < 1)
  throw new Error(`how many times is a whole number, not "${given}"`);
const words = part.length === 0 ? ['npm', 'test'] : ['npx', 'vitest', 'run', ...part];

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const told: string[] = [];
for (let run = 1; run <= times; run += 1) {
  const begun = performance.now();
  const [code]: unknown[] = await once(spawn(words[0] ?? '', words.slice(1), { stdio: 'inherit' }), 'close');
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  told.push(`run ${run} of ${times}: ${code === 0 ? 'green' : 'red'}, ${minutes} minutes`);
  if (code !== 0) process.exitCode = 1;
}
process.stdout.write(`\n${told.join('\n')}\n`);
process.exit();
