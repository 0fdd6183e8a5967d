import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DamageReport, damageReportSchema } from '../../../shared/contract/backups.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { createFile, removeIfThere, replaceFile } from '../files/guarded-writes.ts';
import { parseJson } from '../files/json-text.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { locateInside } from '../files/path-inside.ts';
import { readTextFile } from '../files/read-text-file.ts';

/** Where damaged databases are kept, each with what became of it. */
export interface KeptDamage {
  readonly folder: string;
  readonly bytes: number;
  /** Undefined where the report cannot be read, e.g. of what an older Weft moved aside. */
  readonly report: DamageReport | undefined;
}

/** What is kept of damaged databases of a project, the newest first. */
export async function listDamage(root: string): Promise<KeptDamage[]> {
  const located = await locateInside(root, join(root, machineFolder));
  if (located.kind !== 'found') return [];
  const entries = await readdir(located.path, { withFileTypes: true });
  const names = entries
    .filter(entry => entry.isDirectory() && entry.name.startsWith('corrupt-'))
    .map(({ name }) => name)
    .sort()
    .reverse();
  return Promise.all(names.map(name => lookInto(located.path, name)));
}

async function lookInto(parent: string, name: string): Promise<KeptDamage> {
  const folder = join(parent, name);
  const files = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const plain = files.filter(file => file.isFile());
  const sizes = await Promise.all(plain.map(async file => (await stat(join(folder, file.name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const hasReport = plain.some(file => file.name === reportName);
  return {
    folder: `${machineFolder}/${name}`,
    bytes,
    report: hasReport ? await readReport(folder) : undefined,
  };
}

/** What became of a damaged database, beside it. */
export const reportName = 'report.json';

/** Notes in every report that was not yet seen that its user knows of it; how many these were. */
export async function acknowledgeDamage(root: string, nowIso: string): Promise<number> {
  const kept = await listDamage(root);
  const unseen = kept.filter(({ report }) => report !== undefined && report.seen_at === undefined);
  for (const { folder, report } of unseen) {
    const path = join(root, folder, reportName);
    const next = `${path}.tmp`;
    await removeIfThere({ root, path: next });
    await createFile({ root, path: next }, `${JSON.stringify({ ...report, seen_at: nowIso }, null, 2)}\n`);
    await replaceFile(root, next, path);
  }
  return unseen.length;
}

async function readReport(folder: string): Promise<DamageReport | undefined> {
  const file = await readTextFile(join(folder, reportName));
  if (file.kind === 'refused') return undefined;
  const parsed = parseJson(file.text);
  if (parsed.kind === 'broken') return undefined;
  const checked = checkShape(damageReportSchema, parsed.value);
  return checked.ok ? checked.value : undefined;
}
