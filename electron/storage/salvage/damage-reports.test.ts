import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
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

describe('reports that are known', () => {
  const seen = { ...report, seen_at: '2026-11-23T10:00:00.000Z' };
  const of = { epoch: {}, repairs: [] };

  function writeAll(root: string, text: unknown): void {
    for (const name of names)
      writeFileSync(join(root, machineFolder, name, reportName), JSON.stringify(text));
  }

  it('are read again when another database is used, or one was made anew', async () => {
    const root = projectWithDamage();
    writeAll(root, seen);
    const known = new KnownReports(root);
    const first = await known.read(of);
    expect(await known.read(of)).toBe(first);
    const anew = await known.read({ ...of, repairs: [report] });
    expect(anew).not.toBe(first);
    expect(await known.read({ ...of, epoch: {} })).not.toBe(anew);
  });

  it('that nobody acknowledged are read again after two seconds, since another process may have', async () => {
    const root = projectWithDamage();
    const known = new KnownReports(root);
    const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
    const first = await known.read(of);
    now.mockReturnValue(7000);
    expect(await known.read(of)).toBe(first);
    now.mockReturnValue(7001);
    writeAll(root, seen);
    const second = await known.read(of);
    expect(second).toEqual(names.map(() => seen));
    // What is acknowledged stays so.
    now.mockReturnValue(70_000);
    expect(await known.read(of)).toBe(second);
    now.mockRestore();
  });

  it('go with what is kept of the damage when that is acknowledged, in a trial not at all', async () => {
    const root = projectWithDamage();
    const known = new KnownReports(root);
    const [first = '', second = ''] = names;
    for (const name of [first, second])
      writeFileSync(join(root, machineFolder, name, reportName), JSON.stringify(seen));
    await known.read(of);
    for (const isTrial of [true, false]) {
      const gone = await known.forgetSeen(isTrial);
      expect(gone.map(({ folder }) => folder)).toEqual(
        [second, first].map(name => `${machineFolder}/${name}`),
      );
      expect(readdirSync(join(root, machineFolder))).toEqual(isTrial ? names : names.slice(2));
    }
    expect(await known.read(of)).toEqual([report, report]);
    expect(await known.forgetSeen(false)).toEqual([]);
  });
});

it('is kept in folders of that name alone, no files and no links, and none where there is no project folder', async () => {
  expect(await listDamage(temporaryFolder())).toEqual([]);
  const root = projectWithDamage();
  const at = (name: string) => join(root, machineFolder, name);
  mkdirSync(at('backups'));
  writeFileSync(at('corrupt-file'), '');
  symlinkSync(temporaryFolder(), at('corrupt-link'));
  mkdirSync(join(at(names[0] ?? ''), 'deeper'));
  const list = await listDamage(root);
  expect(list).toEqual(
    names.toReversed().map(name => ({ folder: `${machineFolder}/${name}`, bytes: wholeBytes, report })),
  );
  const elsewhere = temporaryFolder();
  mkdirSync(join(elsewhere, machineFolder, '..'), { recursive: true });
  symlinkSync(at(''), join(elsewhere, machineFolder));
  expect(await listDamage(elsewhere)).toEqual([]);
});

it('is acknowledged once', async () => {
  const root = projectWithDamage();
  const nowIso = '2026-11-23T10:00:00.000Z';
  expect(await acknowledgeDamage(root, nowIso)).toBe(names.length);
  expect(await acknowledgeDamage(root, '2026-11-24T10:00:00.000Z')).toBe(0);
  expect((await listDamage(root)).map(kept => kept.report)).toEqual(
    names.map(() => ({ ...report, seen_at: nowIso })),
  );
});

it('says what is wrong where a report that is there cannot be replaced', async () => {
  const root = projectWithDamage();
  mkdirSync(join(root, machineFolder, names[0] ?? '', `${reportName}.tmp`));
  await expect(acknowledgeDamage(root, '2026-11-23T10:00:00.000Z')).rejects.toThrow();
});
