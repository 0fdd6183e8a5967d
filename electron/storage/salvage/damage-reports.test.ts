import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { acknowledgeDamage, KnownReports, listDamage, reportName } from './damage-reports.ts';

const names = Array.from({ length: 4 }, (_, index) => `corrupt-2026-11-2${index}`);
const report: DamageReport = {
  found_at: '2026-11-20T10:00:00.000Z',
  kept_in: `${machineFolder}/corrupt`,
  backup: null,
  tables: [],
};

const wholeBytes = JSON.stringify(report).length + 'pages'.length;

/** A project with what was kept of four damaged databases. */
function projectWithDamage(): string {
  const root = temporaryFolder();
  for (const name of names) {
    const folder = join(root, machineFolder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'weft.sqlite'), 'pages');
    writeFileSync(join(folder, reportName), JSON.stringify(report));
  }
  return root;
}

/** Does the work anew for each moment at which its user may clear up, in turns of the event loop after it began. */
async function atEachMoment<Result>(
  work: (root: string) => Promise<Result>,
  clearUp: (root: string) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let turns = 0; turns < 20; turns += 1) {
    const root = projectWithDamage();
    const working = work(root);
    working.catch(() => undefined); // awaited below
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    clearUp(root);
    results.push(await working);
  }
  return results;
}

const removeEach =
  (...endings: readonly string[]) =>
  (root: string) => {
    for (const name of names.slice(1))
      for (const ending of endings)
        rmSync(join(root, machineFolder, name, ending), { recursive: true, force: true });
  };

const clearings = {
  'the damaged files': removeEach('weft.sqlite'),
  'the reports': removeEach(reportName),
  'the folders': removeEach(''),
  'all files': (root: string) => rmSync(join(root, machineFolder), { recursive: true }),
};

describe.each(Object.entries(clearings))(
  'what was kept of damaged databases, when %s vanish meanwhile',
  (_, clearUp) => {
    it('is listed as far as it is there', async () => {
      const first = { folder: `${machineFolder}/${names[0]}`, bytes: wholeBytes, report };
      for (const list of await atEachMoment(listDamage, clearUp)) {
        if (clearUp !== clearings['all files']) expect(list.at(-1)).toEqual(first);
        for (const { bytes } of list) expect(bytes).toBeLessThanOrEqual(wholeBytes);
      }
    });

    it('is acknowledged as far as it is there', async () => {
      for (const count of await atEachMoment(
        root => acknowledgeDamage(root, '2026-11-23T10:00:00.000Z'),
        clearUp,
      ))
        expect(count).toBeLessThanOrEqual(names.length);
    });
  },
);

it('what lies there as a folder or cannot be read is no report, and takes no other with it', async () => {
  const root = projectWithDamage();
  const at = (index: number) => join(root, machineFolder, names[index] ?? '', reportName);
  rmSync(at(0));
  mkdirSync(at(0));
  writeFileSync(at(1), '{"found_at":');
  writeFileSync(at(2), Uint8Array.of(0xff, 0xfe, 0x00));
  const reports = (await listDamage(root)).map(kept => kept.report?.found_at);
  expect(reports).toEqual([report.found_at, undefined, undefined, undefined]);
  expect(await acknowledgeDamage(root, '2026-11-23T10:00:00.000Z')).toBe(1);
  expect(JSON.parse(readFileSync(at(3), 'utf8'))).toMatchObject({ seen_at: '2026-11-23T10:00:00.000Z' });
});

it('are what they are once they were forgotten, whenever somebody had begun to read them', async () => {
  const of = { epoch: {}, repairs: [] };
  const seen = { ...report, seen_at: '2026-11-23T10:00:00.000Z' };
  for (let turns = 0; turns < 20; turns += 1) {
    const root = projectWithDamage();
    const known = new KnownReports(root);
    const reading = known.read(of);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    for (const name of names)
      writeFileSync(join(root, machineFolder, name, reportName), JSON.stringify(seen));
    known.forget();
    await reading;
    expect(await known.read(of)).toEqual(names.map(() => seen));
  }
});
