import { posix } from 'node:path';
import { isProduct, type SourceFile } from './source-tree.ts';

type Exporting = Pick<SourceFile, 'path' | 'exports' | 'references'>;

/** Code that a document shows, which stands in other folders than the document: a module is known by the end of its path. */
const shownImport = /import (?:type )?\{ ([^}]+) \} from '(?:\.{1,2}\/)+([^']+)'/g;

/**
 * Values and types that a file of the product exports and no other file takes, as `file: name`. Of a module that is taken as a whole
 * those are taken whose names stand in the text of who takes it.
 */
export function unusedExports(
  files: readonly Exporting[],
  textOf: (path: string) => string,
  documents: readonly string[],
): string[] {
  const taken = files.flatMap(({ path: by, references }) =>
    references.flatMap(({ specifier, names }) => {
      const module = posix.join(posix.dirname(by), specifier);
      return names.map(name => ({ by, module, name }));
    }),
  );
  const named = new Set(taken.map(({ module, name }) => `${module}: ${name}`));
  const whole = Map.groupBy(
    taken.filter(({ name }) => name === '*'),
    ({ module }) => module,
  );
  const isNamedBy = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const shown = documents.flatMap(text =>
    [...text.matchAll(shownImport)].map(([, names = '', end = '']) => ({ names, end })),
  );
  return files
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(name => !named.has(`${path}: ${name}`))
        .filter(name => !whole.get(path)?.some(({ by }) => isNamedBy(textOf(by), name)))
        .filter(name => !shown.some(({ names, end }) => path.endsWith(`/${end}`) && isNamedBy(names, name)))
        .map(name => `${path}: ${name}`),
    );
}
