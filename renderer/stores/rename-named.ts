import { type Named, renameNamed } from '../../shared/renaming/named-places.ts';
import { type Documents, documentKinds } from './history.ts';

/** Whatever names something by its id names it by another one. */
export function renameInDocuments(draft: Documents, named: Named, rename: (name: string) => string): void {
  for (const kind of documentKinds) {
    const documents: Record<string, { id: string }> = { ...draft[kind] };
    const renamed = renameNamed(named, kind, Object.values(documents), rename);
    Object.assign(draft[kind], Object.fromEntries(renamed.map(({ value }) => [value.id, value])));
  }
}
