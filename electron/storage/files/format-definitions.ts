import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { atStorageBorder } from '../storage-failure.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { readDefinition } from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';
import { locateInside } from './path-inside.ts';
import { readTextFile } from './read-text-file.ts';

/** Which files of a kind are not canonical, and which cannot be read at all; both relative to the project. */
export interface FormattedDefinitions {
  readonly changed: readonly string[];
  readonly problems: readonly FileProblem[];
}

/**
 * Finds the files of a kind that are not in canonical form, and with `write` gives them that form; what they say stays
 * the same. Files that cannot be read keep their bytes (F11). `root` is the project's real path.
 */
export function formatDefinitions<Value>(
  root: string,
  kind: DefinitionKind<Value>,
  { write }: { readonly write: boolean },
): Promise<FormattedDefinitions> {
  return atStorageBorder(`formatting ${kind.folder}`, async () => {
    const changed: string[] = [];
    const problems: FileProblem[] = [];
    for (const name of await fileNames(root, kind.folder)) {
      const read = await readDefinition(root, kind, name, new Map());
      if (read.kind === 'problem') problems.push(read.problem);
      if (read.kind !== 'read') continue;
      const { value, hash } = read.definition;
      if (
        await formatFile(
          join(root, kind.folder, name),
          root,
          hash,
          formatCanonicalJson(value, kind.order),
          write,
        )
      )
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

/** True when the file is, or was, something else than its canonical text. What changed since it was judged is left alone. */
async function formatFile(
  path: string,
  root: string,
  hash: string,
  canonical: string,
  write: boolean,
): Promise<boolean> {
  const located = await locateInside(root, path);
  if (located.kind !== 'found') return false;
  const current = await readTextFile(located.path);
  if (current.kind === 'refused' || current.hash !== hash || current.text === canonical) return false;
  if (write) await writeFilesAtomically([{ realPath: located.path, content: canonical }]);
  return true;
}
