import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type DatabaseStep, faults, faultySqlite, sqliteError } from '../../../test/support/faulty-sqlite.ts';
import { sampled } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

vi.mock('better-sqlite3', original => faultySqlite(original));

const nowIso = () => '2026-11-22T10:00:00.000Z';
const put = (content: ContentDatabase, key: string) =>
  content.write(database =>
    setKey(database, { instance: 'i', namespace: 'n', key, value: key, trust: 'user', updated_at: nowIso() }),
  );
const keysIn = (content: ContentDatabase) =>
  content.read(database => listKeys(database, undefined, undefined).map(({ key }) => key), []);

/** What says nothing about what a file holds. */
const codes = [
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_LOCKED',
  'SQLITE_PROTOCOL',
  'SQLITE_IOERR',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_SHMMAP',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_READONLY_CANTLOCK',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_FULL',
  'SQLITE_NOMEM',
  'SQLITE_PERM',
];

/** A project with a value, closed, or left as by a process that died. */
async function project(isUnclean: boolean): Promise<string> {
  const root = temporaryFolder();
  const content = new ContentDatabase(root, nowIso);
  await put(content, 'old');
  await content.close();
  if (isUnclean) writeFileSync(join(root, machineFolder, 'weft.sqlite.writer'), '{"pid":1}');
  return root;
}

/** Opens it for the length of the test. */
function use(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

/** Each step that is made when a project is opened. */
async function stepsOf(isUnclean: boolean): Promise<readonly DatabaseStep[]> {
  const seen = new Set<DatabaseStep>();
  const content = use(await project(isUnclean));
  faults.current = { before: step => void seen.add(step) };
  await keysIn(content);
  await put(content, 'new');
  faults.current = undefined;
  return [...seen].filter(step => step.startsWith('weft.sqlite'));
}

it.each([
  ['closed', false],
  ['not closed', true],
])(
  'a sound database that was %s is never taken for a damaged one, whatever refuses each step',
  async (_, isUnclean) => {
    const steps = await stepsOf(isUnclean);
    expect(steps.length).toBeGreaterThan(15);
    const cases = [Number.POSITIVE_INFINITY, 2, 1].flatMap(times =>
      steps.flatMap(step => codes.map(code => ({ step, code, times }))),
    );
    const wrong: string[] = [];
    for (const { step, code, times } of sampled(cases, 60)) {
      const root = await project(isUnclean);
      const content = new ContentDatabase(root, nowIso);
      let left = times;
      faults.current = {
        before(made) {
          if (made !== step || left-- <= 0) return;
          throw sqliteError(code);
        },
      };
      const said = [await refusalOf(keysIn(content)), await refusalOf(put(content, 'new'))];
      faults.current = undefined;
      await put(content, 'newer');
      const keys = await keysIn(content);
      await content.close();
      const found = [
        ...said.filter(one => one !== undefined && !allowed.test(one)),
        ...(keys.includes('old') ? [] : [`keys ${keys}`]),
        ...content.problems().map(({ reason }) => reason),
        ...readdirSync(join(root, machineFolder)).filter(name => /corrupt|-new/.test(name)),
      ];
      wrong.push(...found.map(what => `${step}, ${code} ${times} times: ${what}`));
    }
    expect(wrong).toEqual([]);
  },
);

const refusalOf = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (error: { code?: string; message?: string }) => `${error.code}: ${error.message}`,
  );

/** One sentence that says what to do. */
const allowed = /^(?:busy|storage_failed): .*(?:;|$)/;
