import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listKeys } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

const nowIso = () => '2026-11-21T10:00:00.000Z';

const contentUrl = new URL('./content-database.ts', import.meta.url).href;
const keysUrl = new URL('../key-values/key-value-table.ts', import.meta.url).href;

/** Writes pairs of rows for ever, and prints each number after its commit was acknowledged. */
const writer = (root: string, from: number): string => `
  import { writeSync } from 'node:fs';
  import { ContentDatabase } from '${contentUrl}';
  import { setKey } from '${keysUrl}';
  const content = new ContentDatabase(${JSON.stringify(root)}, () => 'now');
  for (let number = ${from}; ; number += 1) {
    const value = 'x'.repeat(200 + (number * 37) % 3000);
    await content.write(database => {
      for (const half of ['a', 'b'])
        setKey(database, { instance: half, namespace: 'n', key: String(number), value, trust: 'user', updated_at: 'now' });
    });
    writeSync(1, number + '\\n');
  }`;

async function killWhileWriting(root: string, from: number, delayMs: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer(root, from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  for await (const part of child.stdout) output += String(part);
  return Math.max(from - 1, ...output.trim().split('\n').map(Number));
}

it('loses no acknowledged write when it is killed, and starts again at once', async () => {
  const root = temporaryFolder();
  let acknowledged = 0;
  for (let kill = 0; kill < propertyRuns(60); kill += 1) {
    acknowledged = await killWhileWriting(root, acknowledged + 1, (kill * 13) % 60);
    const content = new ContentDatabase(root, nowIso);
    const halves = await content.read(
      database => ['a', 'b'].map(half => listKeys(database, half, 'n').map(({ key }) => Number(key))),
      [[], []],
    );
    // One more than was acknowledged may have been stored; both of a pair or none.
    expect(halves[0]).toEqual(halves[1]);
    const stored = Math.max(0, ...(halves[0] ?? []));
    expect([acknowledged, acknowledged + 1]).toContain(stored);
    expect(halves[0]?.length).toBe(stored);
    const check = await content.write(database => database.pragma('integrity_check', { simple: true }));
    expect(check).toBe('ok');
    expect(content.problems()).toEqual([]);
    await content.close();
    acknowledged = stored;
  }
  expect(acknowledged).toBeGreaterThan(propertyRuns(60));
});
