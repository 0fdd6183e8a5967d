import { type Naming, openDialog } from './dialogs.ts';
import { useDocuments } from './documents.ts';
import type { Documents } from './history.ts';

/** Something to be deleted, by what others name it with. */
export type Deleted =
  | { readonly kind: 'rules'; readonly engineId: string; readonly ruleIds: readonly string[] }
  | {
      readonly kind: 'engine' | 'memory' | 'sample' | 'contract' | 'collection' | 'namespace' | 'view';
      readonly id: string;
    };

const kinds = {
  engines: 'engine',
  memories: 'memory',
  samples: 'sample',
  tests: 'test',
  contracts: 'contract',
} as const;

/** Under these keys ids of a kind stand, wherever in a document. */
const keysOf = {
  rules: ['rule'],
  engine: ['rule', 'engines', 'rule_engine_ids'],
  memory: ['memory', 'other', 'memories', 'explicit_memory'],
  sample: ['sample'],
  contract: ['contract'],
  collection: ['collection'],
  namespace: ['namespace'],
  view: ['viewId'],
} as const satisfies Record<Deleted['kind'], readonly string[]>;

/** Every document that names what is to be deleted; rules that add a memory are shown by themselves. */
export function namingOf(documents: Documents, deleted: Deleted): Naming[] {
  const isMeant = meant(deleted);
  return Object.entries(kinds).flatMap(([list, kind]) =>
    Object.values<NamedDocument>(documents[list as keyof typeof kinds]) // its own keys
      .filter(document => isSaid(document, keysOf[deleted.kind], isMeant))
      .map(({ id, name, label }) => ({ kind, id, name: name ?? label ?? id })),
  );
}

interface NamedDocument {
  readonly id: string;
  readonly name?: string;
  readonly label?: string;
}

function meant(deleted: Deleted): (name: unknown) => boolean {
  if (deleted.kind === 'rules') {
    const rules = deleted.ruleIds.map(id => `${deleted.engineId}/${id}`);
    return name => rules.some(rule => rule === name);
  }
  const { kind, id } = deleted;
  return name => name === id || (kind === 'engine' && String(name).startsWith(`${id}/`));
}

/** Whether a wanted text stands, alone or in a list, under one of the keys. */
function isSaid(value: unknown, keys: readonly string[], isMeant: (name: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, part]) => (keys.includes(key) && [part].flat().some(isMeant)) || isSaid(part, keys, isMeant),
  );
}

/** Deletes at once what nothing names; else asks first, with all that names it. Undo takes either back. */
export function deleteNamed(deleted: Deleted, name: string, run: () => void): void {
  const named = namingOf(useDocuments.getState().working, deleted);
  if (named.length === 0) run();
  else openDialog({ kind: 'delete', name, named, run });
}

/** What names it now, for a question that is open. */
export function useNaming(deleted: Deleted): Naming[] {
  return namingOf(
    useDocuments(state => state.working),
    deleted,
  );
}
