import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DamageReport, damageReportSchema } from '../../../shared/contract/backups.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { createFile, removeFolder, removeIfThere, replaceFile } from '../files/guarded-writes.ts';
import { parseJson } from '../files/json-text.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { locateInside } from '../files/path-inside.ts';
import { entryAt } from '../files/plain-target.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { atStorageBorder, errorCode } from '../storage-failure.ts';

/** Where damaged databases are kept, each with what became of it. */
interface KeptDamage {
  readonly folder: string;
  readonly bytes: number;
  /** Undefined where the report cannot be read, e.g. of what an older Weft moved aside. */
  readonly report: DamageReport | undefined;
}

/** What is kept of damaged databases of a project, the newest first. Its user may clear up meanwhile. */
export async function listDamage(root: string): Promise<KeptDamage[]> {
  const located = await locateInside(root, join(root, machineFolder));
  if (located.kind !== 'found') return [];
  const entries = (await ifThere(readdir(located.path, { withFileTypes: true }))) ?? [];
  const names = entries
    .filter(entry => entry.isDirectory() && entry.name.startsWith('corrupt-'))
    .map(({ name }) => name)
    .sort()
    .reverse();
  const kept = await Promise.all(names.map(name => lookInto(located.path, name)));
  return kept.filter(found => found !== undefined);
}

async function lookInto(parent: string, name: string): Promise<KeptDamage | undefined> {
  const folder = join(parent, name);
  const files = await ifThere(readdir(folder, { withFileTypes: true }));
  if (files === undefined) return undefined;
  const plain = files.filter(file => file.isFile());
  const stats = await Promise.all(plain.map(file => ifThere(stat(join(folder, file.name)))));
  const bytes = stats.reduce((sum, found) => sum + (found?.size ?? 0), 0);
  const hasReport = plain.some(file => file.name === reportName);
  return {
    folder: `${machineFolder}/${name}`,
    bytes,
    report: hasReport ? await readReport(folder) : undefined,
  };
}

/** Undefined where it is gone. */
async function ifThere<Found>(look: Promise<Found>): Promise<Found | undefined> {
  try {
    return await look;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** What became of a damaged database, beside it. */
export const reportName = 'report.json';

/** Notes in every report that was not yet seen that its user knows of it; how many these were. */
export async function acknowledgeDamage(root: string, nowIso: string): Promise<number> {
  const noted = { count: 0 };
  for (const { folder, report } of await listDamage(root)) {
    if (report === undefined || report.seen_at !== undefined) continue;
    const seen: DamageReport = { ...report, seen_at: nowIso };
    if (await replaceReport(root, join(root, folder), seen)) noted.count += 1;
  }
  return noted.count;
}

/** False where what was kept is gone, at whichever step that was met. */
async function replaceReport(root: string, folder: string, report: DamageReport): Promise<boolean> {
  const path = join(folder, reportName);
  const next = `${path}.tmp`;
  try {
    await removeIfThere({ root, path: next });
    await createFile({ root, path: next }, `${JSON.stringify(report, null, 2)}\n`);
    await replaceFile(root, next, path);
    return true;
  } catch (error) {
    if ((await entryAt(folder)) === undefined) return false;
    throw error;
  }
}

async function readReport(folder: string): Promise<DamageReport | undefined> {
  const file = await readTextFile(join(folder, reportName));
  if (file.kind === 'refused') return undefined;
  const parsed = parseJson(file.text);
  if (parsed.kind === 'broken') return undefined;
  const checked = checkShape(damageReportSchema, parsed.value);
  return checked.ok ? checked.value : undefined;
}

/** Reports that nobody acknowledged are believed for so long. */
const unseenMs = 2000;

/** The reports of a project, read again when another database is used, or when another process may have acknowledged them. */
export class KnownReports {
  readonly #root: string;
  #known:
    | {
        readonly epoch: object;
        readonly repairs: readonly DamageReport[];
        readonly reports: readonly DamageReport[];
        readonly readAt: number;
      }
    | undefined;

  /** How often they were forgotten. */
  #forgotten = 0;

  /** `root` is the project's real path. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The newest first; `epoch` and `repairs` are those of the database that is used. */
  async read(of: {
    readonly epoch: object;
    readonly repairs: readonly DamageReport[];
  }): Promise<readonly DamageReport[]> {
    const { epoch, repairs } = of;
    const known = this.#known;
    const isUnseen = known?.reports.some(({ seen_at }) => seen_at === undefined) === true;
    const isOld = isUnseen && performance.now() - known.readAt > unseenMs;
    if (known?.epoch === epoch && known.repairs === repairs && !isOld) return known.reports;
    const forgotten = this.#forgotten;
    const reports = (await listDamage(this.#root)).flatMap(({ report }) => report ?? []);
    // What was forgotten meanwhile may have been read before it changed.
    if (this.#forgotten === forgotten) this.#known = { epoch, repairs, reports, readAt: performance.now() };
    return reports;
  }

  /** Deletes what is kept of damage that its user knows of; in a trial it only says what that is. */
  forgetSeen(isTrial: boolean): Promise<readonly KeptDamage[]> {
    return atStorageBorder('clearing damaged databases', async () => {
      const root = this.#root;
      const seen = (await listDamage(root)).filter(({ report }) => report?.seen_at !== undefined);
      if (!isTrial) for (const { folder } of seen) await removeFolder({ root, path: join(root, folder) });
      this.forget();
      return seen;
    });
  }

  /** After they changed: what is read from then on is what they are. */
  forget(): void {
    this.#known = undefined;
    this.#forgotten += 1;
  }
}
