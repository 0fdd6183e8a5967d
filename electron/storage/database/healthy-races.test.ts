import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type FaultProgram, prepareProgram } from '../../../test/support/fault-program.ts';
import { isLong, propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';
const at = (path: string): string => new URL(path, import.meta.url).href;

/** What the database holds before the race: who sees less sees another one. */
const before = 20;

/** Writes keys of its own, each until it is stored, and lets the others have their turn; or looks; or stands in the way. */
const racer = `
  import Sqlite from 'better-sqlite3';
  import { writeSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { ContentDatabase } from '${at('./content-database.ts')}';
  import { listKeys, setKey } from '${at('../key-values/key-value-table.ts')}';
  const { root, path, role, name } = JSON.parse(process.argv.at(-1));
  const say = line => writeSync(1, line + '\\n');
  const content = new ContentDatabase(root, () => 'now');
  content.shareWriting(1);
  const asked = async work => {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'busy') say('refused ' + error.code + ' ' + error.message);
    }
  };
  const entry = key => ({ instance: 'i', namespace: 'n', key, value: 'x'.repeat(500), trust: 'user', updated_at: 'now' });
  const roles = {
    async write() {
      for (let number = 0; number < 5; ) {
        const key = name + number;
        if ((await asked(() => content.write(database => (setKey(database, entry(key)), true)))) === true) {
          say('stored ' + key);
          number += 1;
        } else await setTimeout(5);
      }
    },
    async read() {
      for (let look = 0; look < 40; look += 1) {
        const seen = await asked(() => content.read(database => listKeys(database, 'i', 'n').length, 0));
        if (seen !== undefined && seen < ${before}) say('refused only ' + seen + ' rows');
        await setTimeout(2);
      }
    },
    async lock() {
      const database = new Sqlite(path);
      for (let turn = 0; turn < 10; turn += 1) {
        try {
          database.exec('BEGIN IMMEDIATE');
          await setTimeout(10);
          database.exec('ROLLBACK');
        } catch {}
        await setTimeout(3);
      }
      database.close();
    },
  };
  await roles[role]();
  for (const { reason } of content.problems()) say('refused ' + reason);
  await content.close();`;

const roles = isLong
  ? (['write', 'write', 'write', 'killed', 'read', 'lock'] as const)
  : (['write', 'killed', 'lock'] as const);

/** What went wrong while so many processes opened one database, one of which was killed on the way. */
async function race(start: FaultProgram, killAfterMs: number): Promise<readonly string[]> {
  const root = temporaryFolder();
  const content = new ContentDatabase(root, nowIso);
  const put = (key: string) =>
    content.write(database =>
      setKey(database, { instance: 'i', namespace: 'n', key, value: 1, trust: 'user', updated_at: nowIso() }),
    );
  for (let number = 0; number < before; number += 1) await put(`before${number}`);
  await content.close();
  const path = join(root, machineFolder, 'weft.sqlite');
  const lines = await Promise.all(
    roles.map(async (role, place) => {
      const isKilled = role === 'killed';
      const child = start({ root, path, role: isKilled ? 'write' : role, name: `${place}-` });
      const ended = once(child, 'exit');
      if (isKilled) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      const said = await text(child.stdout);
      const [code] = await ended;
      assert(isKilled || code === 0, `${role} ended with ${code}`);
      return said.split('\n').slice(0, -1);
    }),
  );
  const stored = lines.flat().flatMap(line => /^stored (.*)/.exec(line)?.slice(1) ?? []);
  assert(stored.length >= 5, 'nobody has written');
  const after = new ContentDatabase(root, nowIso);
  const keys = await after.read(database => listKeys(database, 'i', 'n').map(({ key }) => key), []);
  const kept = Array.from({ length: before }, (_, number) => `before${number}`);
  const wrong = [
    ...lines.flat().filter(line => line.startsWith('refused')),
    ...[...kept, ...stored].filter(key => !keys.includes(key)).map(key => `lost ${key}`),
    ...readdirSync(join(root, machineFolder)).filter(name => /corrupt|-new/.test(name)),
    ...after.problems().map(({ reason }) => reason),
  ];
  await after.close();
  return wrong;
}

const races = propertyRuns(200, 1 / 200);

it('processes that open one database at once, one of them killed, keep it and what was acknowledged', {
  timeout: 3_600_000,
}, async () => {
  const start = await prepareProgram(racer);
  const wrong: string[] = [];
  for (let number = 0; number < races; number += 1)
    wrong.push(...(await race(start, 60 + ((number * 37) % 400))).map(what => `race ${number}: ${what}`));
  expect(wrong).toEqual([]);
});
