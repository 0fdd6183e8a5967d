import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isJsonObject } from '../../shared/model/json.ts';
import { median } from './measure.ts';

const rounds = 3;

/**
 * Runs a bench of this checkout and the one of another state in turns, and prints each figure that both have: now,
 * before, and what the one is of the other. The same work only where the bench itself has not changed.
 */
export function benchInTurn(
  print: (line: string) => void,
  checkout: string,
  values: readonly string[],
): { readonly pass: boolean } {
  const here = join(import.meta.dirname, '../..');
  const figures = { now: new Map<string, number[]>(), before: new Map<string, number[]>() };
  for (let round = 0; round < rounds; round += 1) {
    collect(figures.now, runBench(here, values));
    collect(figures.before, runBench(checkout, values));
  }
  for (const [name, now] of figures.now) {
    const before = figures.before.get(name);
    if (before === undefined) continue;
    const [own, other] = [median(now), median(before)];
    print(`${name}: ${own}, before ${other}, ${(own / other).toFixed(2)} times`);
  }
  return { pass: true };
}

function runBench(checkout: string, values: readonly string[]): unknown {
  const program = ['--import', './electron/check-node.js', 'test/bench/bench.ts', ...values, '--json'];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const { stdout } = spawnSync(process.execPath, program, { cwd: checkout, stdio: [...stdio] });
  return JSON.parse(stdout.toString().trim().split('\n').at(-1) ?? '');
}

/** All numbers of a result under the way to them. */
function collect(figures: Map<string, number[]>, value: unknown, name = ''): void {
  if (typeof value === 'number') figures.set(name, [...(figures.get(name) ?? []), value]);
  else if (Array.isArray(value) || isJsonObject(value))
    for (const [key, part] of Object.entries(value))
      collect(figures, part, name === '' ? key : `${name}.${key}`);
}
