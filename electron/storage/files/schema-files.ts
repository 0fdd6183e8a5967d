import { join, posix } from 'node:path';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { toJsonSchema } from '../../../shared/model/json-schema.ts';
import { atStorageBorder } from '../storage-failure.ts';
import type { DefinitionKind } from './definition-kinds.ts';
import { replaceFiles } from './done-files.ts';
import { makeFolderInside } from './make-folder-inside.ts';
import { locateInside } from './path-inside.ts';
import { judgeTarget } from './plain-target.ts';
import type { ProjectFolder } from './project-folder.ts';
import { readTextFile } from './read-text-file.ts';

const schemaFolder = '.codebolt/weft/schemas';

/** Where editors find the JSON Schema of a kind, from the top of the project. */
const schemaFile = ({ noun }: DefinitionKind<unknown>): string =>
  `${schemaFolder}/${noun.replaceAll(' ', '-')}.json`;

/** The same as definitions of the kind name it in their `$schema`. */
export const schemaReference = (kind: DefinitionKind<unknown>): string =>
  posix.relative(kind.folder, schemaFile(kind));

/** Brings the JSON Schema of a kind into its file; what that changes, or would with `write`. */
export function writeSchemaFile(
  project: ProjectFolder,
  kind: DefinitionKind<unknown>,
  { write }: { readonly write: boolean },
): Promise<string[]> {
  return atStorageBorder(`writing ${schemaFile(kind)}`, async () => {
    const { path: root } = project;
    const path = join(root, schemaFile(kind));
    const content = formatCanonicalJson(toJsonSchema(kind.schema), { keys: [] });
    const located = await locateInside(root, path);
    const current = located.kind === 'found' ? await readTextFile(located.path) : undefined;
    if (current?.kind !== 'refused' && current?.text === content) return [];
    if (write)
      await project.change(async () => {
        await makeFolderInside(root, join(root, schemaFolder));
        await judgeTarget({ root, path });
        await replaceFiles(project, [{ realPath: path, content }]);
      });
    return [schemaFile(kind)];
  });
}
