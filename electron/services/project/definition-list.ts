import type { FileProblem } from '../../../shared/model/problem.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';

/** Definitions as the list procedures give them: the values, and each file's hash by id. */
export function toListing<Value extends { readonly id: string }>({
  definitions,
  problems,
}: DefinitionList<Value>): { values: Value[]; hashes: Record<string, string>; problems: FileProblem[] } {
  return {
    values: definitions.map(({ value }) => value),
    hashes: Object.fromEntries(definitions.map(({ value, hash }) => [value.id, hash])),
    problems: [...problems],
  };
}

/** The values of what a store has and can read; undefined where there is no store. */
export async function valuesOf<Value>(
  store: { list(): Promise<DefinitionList<Value>> } | undefined,
): Promise<Value[] | undefined> {
  return (await store?.list())?.definitions.map(({ value }) => value);
}

/** Ids that a new definition cannot have, those of files that cannot be read included. */
export function takenIds({ definitions, problems }: DefinitionList<{ readonly id: string }>): string[] {
  const broken = problems.map(
    ({ file }) =>
      file
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? '',
  );
  return [...definitions.map(({ value }) => value.id), ...broken];
}
