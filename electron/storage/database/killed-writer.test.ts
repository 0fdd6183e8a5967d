import { expect, it } from 'vitest';
import { killAfterFirstLine, prepareProgram } from '../../../test/support/fault-program.ts';
import { isLong, propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listKeys } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

const nowIso = () => '2026-11-21T10:00:00.000Z';

const contentUrl = new URL('./content-database.ts', import.meta.url).href;
const keysUrl = new URL('../key-values/key-value-table.ts', import.meta.url).href;

/** Writes pairs of rows into several databases at once, for ever; prints which and the number after each acknowledged commit. */
const writer = `
  import { writeSync } from 'node:fs';
  import { ContentDatabase } from '${contentUrl}';
  import { setKey } from '${keysUrl}';
  for (const [at, { root, from }] of JSON.parse(process.argv.at(-1)).entries()) void fill(at, root, from);
  async function fill(at, root, from) {
    const content = new ContentDatabase(root, () => 'now');
    for (let number = from; ; number += 1) {
      const value = 'x'.repeat(200 + (number * 37) % 3000);
      await content.write(database => {
        for (const half of ['a', 'b'])
          setKey(database, { instance: half, namespace: 'n', key: String(number), value, trust: 'user', updated_at: 'now' });
      });
      writeSync(1, at + ' ' + number + '\\n');
    }
  }`;

/** One kill meets so many databases: 2,000 in the long tier. */
const databases = isLong ? 20 : 2;
const kills = propertyRuns(100, 3 / 100);

it('loses no acknowledged write when it is killed, and starts again at once', {
  timeout: 3_600_000,
}, async () => {
  const start = await prepareProgram(writer);
  const places = Array.from({ length: databases }, () => ({ root: temporaryFolder(), acknowledged: 0 }));
  for (let kill = 0; kill < kills; kill += 1) {
    const given = places.map(({ root, acknowledged }) => ({ root, from: acknowledged + 1 }));
    for (const line of await killAfterFirstLine(start(given), (kill * 13) % 60)) {
      const [at = -1, number = 0] = line.split(' ').map(Number);
      Object.assign(places[at] ?? {}, { acknowledged: number });
    }
    for (const place of places) place.acknowledged = await countStored(place);
  }
  expect(places.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(kills);
});

/** What the database holds after the kill: all that was acknowledged, of each pair both or none. */
async function countStored({ root, acknowledged }: { root: string; acknowledged: number }): Promise<number> {
  const content = new ContentDatabase(root, nowIso);
  const halves = await content.read(
    database => ['a', 'b'].map(half => listKeys(database, half, 'n').map(({ key }) => Number(key))),
    [[], []],
  );
  expect(halves[0]).toEqual(halves[1]);
  const stored = Math.max(0, ...(halves[0] ?? []));
  // One more than was acknowledged may have been stored.
  expect([acknowledged, acknowledged + 1]).toContain(stored);
  expect(halves[0]?.length).toBe(stored);
  const check = await content.write(database => database.pragma('integrity_check', { simple: true }));
  expect(check).toBe('ok');
  expect(content.problems()).toEqual([]);
  await content.close();
  return stored;
}
