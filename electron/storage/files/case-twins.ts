import { definitionFile } from '../../../shared/model/definition-folders.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { Definition } from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';

/** Of ids that differ only in upper and lower case the first is served; the others are problems. */
export function splitCaseTwins<Value extends { readonly id: string }>(
  kind: DefinitionKind<Value>,
  definitions: readonly Definition<Value>[],
): { readonly unique: Definition<Value>[]; readonly problems: FileProblem[] } {
  const firstByLowerCase = new Map<string, string>();
  const unique: Definition<Value>[] = [];
  const problems: FileProblem[] = [];
  for (const definition of definitions) {
    const { id } = definition.value;
    const first = firstByLowerCase.get(id.toLowerCase());
    if (first === undefined) {
      firstByLowerCase.set(id.toLowerCase(), id);
      unique.push(definition);
    } else {
      const reason = `its id differs from "${first}" only in upper and lower case; rename one of them`;
      problems.push({ file: definitionFile(kind.folder, id), reason });
    }
  }
  return { unique, problems };
}
