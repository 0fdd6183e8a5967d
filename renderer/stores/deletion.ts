import { keysOf } from '../../shared/model/entries.ts';
import { isNamed } from '../../shared/renaming/named-places.ts';
import { type Naming, openDialog } from './dialogs.ts';
import { selectWorking, useDocuments } from './documents.ts';
import type { Documents } from './history.ts';

/** Something to be deleted, by what others name it with. */
export type Deleted =
  | { readonly kind: 'rules'; readonly engineId: string; readonly ruleIds: readonly string[] }
  | {
      readonly kind: 'engine' | 'memory' | 'sample' | 'contract' | 'collection' | 'namespace' | 'view';
      readonly id: string;
    };

/** Rules that add a memory are shown by themselves, and where things stand on the canvas names nothing. */
const kinds = { memories: 'memory', samples: 'sample', tests: 'test', contracts: 'contract' } as const;

/** Every document that names what is to be deleted. */
export function namingOf(documents: Documents, deleted: Deleted): Naming[] {
  const isMeant = meant(deleted);
  const named = deleted.kind === 'rules' ? 'rule' : deleted.kind;
  return keysOf(kinds).flatMap(list =>
    Object.values<NamedDocument>(documents[list])
      .filter(document => isNamed(named, list, document, isMeant))
      .map(({ id, name, label }) => ({ kind: kinds[list], id, name: name ?? label ?? id })),
  );
}

interface NamedDocument {
  readonly id: string;
  readonly name?: string;
  readonly label?: string;
}

function meant(deleted: Deleted): (name: string) => boolean {
  if (deleted.kind === 'rules') {
    const rules = deleted.ruleIds.map(id => `${deleted.engineId}/${id}`);
    return name => rules.includes(name);
  }
  const { kind, id } = deleted;
  return name => name === id || (kind === 'engine' && name.startsWith(`${id}/`));
}

/** Deletes at once what nothing names; else asks first, with all that names it. Undo takes either back. */
export function deleteNamed(deleted: Deleted, name: string, run: () => void): void {
  const named = namingOf(useDocuments.getState().working, deleted);
  if (named.length === 0) run();
  else openDialog({ kind: 'delete', name, named, run });
}

/** What names it now, for a question that is open. */
export function useNaming(deleted: Deleted): Naming[] {
  return namingOf(useDocuments(selectWorking), deleted);
}
