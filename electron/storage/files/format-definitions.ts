import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { atStorageBorder } from '../storage-failure.ts';
import { readDefinition } from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';
import { replaceFiles } from './done-files.ts';
import { locateInside } from './path-inside.ts';
import type { ProjectFolder } from './project-folder.ts';
import { readTextFile } from './read-text-file.ts';

/** Which files of a kind are not canonical, and which cannot be read at all; both relative to the project. */
export interface FormattedDefinitions {
  readonly changed: readonly string[];
  readonly problems: readonly FileProblem[];
}

interface FormatHow {
  readonly write: boolean;
  /** Keys that each gets. */
  readonly adding?: JsonObject;
}

/**
 * Finds the files of a kind that are not in canonical form, and with `write` gives them that form; what they say stays
 * the same. Files that cannot be read keep their bytes.
 */
export function formatDefinitions<Value>(
  project: ProjectFolder,
  kind: DefinitionKind<Value>,
  { write, adding = {} }: FormatHow,
): Promise<FormattedDefinitions> {
  return atStorageBorder(`formatting ${kind.folder}`, async () => {
    const { path: root } = project;
    const changed: string[] = [];
    const problems: FileProblem[] = [];
    for (const name of await fileNames(root, kind.folder)) {
      const read = await readDefinition(root, kind, name, new Map());
      if (read.kind === 'problem') problems.push(read.problem);
      if (read.kind !== 'read') continue;
      const { value, hash } = read.definition;
      const file = {
        path: join(root, kind.folder, name),
        hash,
        canonical: formatCanonicalJson({ ...value, ...adding }, kind.order),
      };
      if ((await toFormat(root, file)) === undefined) continue;
      if (!write || (await project.change(() => formatFile(project, file))))
        changed.push(`${kind.folder}/${name}`);
    }
    return { changed, problems };
  });
}

async function fileNames(root: string, folder: string): Promise<string[]> {
  const located = await locateInside(root, join(root, folder));
  if (located.kind !== 'found') return [];
  return (await readdir(located.path)).filter(name => /^[^.].*\.json$/.test(name)).sort();
}

interface JudgedFile {
  readonly path: string;
  readonly hash: string;
  /** What it says, in canonical form. */
  readonly canonical: string;
}

/** False when the file is not the judged one any more. */
async function formatFile(project: ProjectFolder, file: JudgedFile): Promise<boolean> {
  const realPath = await toFormat(project.path, file);
  if (realPath === undefined) return false;
  await replaceFiles(project, [{ realPath, content: file.canonical }]);
  return true;
}

/** The real path of a file that still has the judged content and is not canonical; undefined for others. */
async function toFormat(root: string, { path, hash, canonical }: JudgedFile): Promise<string | undefined> {
  const located = await locateInside(root, path);
  if (located.kind !== 'found') return undefined;
  const current = await readTextFile(located.path);
  const isOther = current.kind === 'refused' || current.hash !== hash || current.text === canonical;
  return isOther ? undefined : located.path;
}
