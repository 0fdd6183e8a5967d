import { keysOf } from '../../shared/model/entries.ts';
import { namingOf } from './deletion.ts';
import { type DocumentsState, edit, useDocuments } from './documents.ts';
import { freeIdFromName } from './free-id.ts';
import type { Documents } from './history.ts';
import { formKeyOf, idsBeside, noteRenamed } from './renamed.ts';
import { setWorkspace, useWorkspace } from './workspace.ts';

/** Documents that are made without a name, by what one of them is called. */
const kinds = { samples: 'sample', contracts: 'contract', tests: 'test' } as const;
export type NamedKind = keyof typeof kinds;

/** Documents that are chosen by their id, with those that are given one by hand. */
const chosenKinds = { ...kinds, memories: 'memory' } as const;

/**
 * Gives a document the name that is being typed, which is one step. As long as no file has it and nothing names it, its
 * id follows, so that files, logs and whoever comes to name it read the same.
 */
export function renameDocument(kind: NamedKind, id: string, label: string, name: string): void {
  const { working, saved } = useDocuments.getState();
  const follows = saved[kind][id] === undefined && !isNamed(working, kind, id);
  const others = Object.keys({ ...working[kind], ...saved[kind] }).filter(other => other !== id);
  const to = follows ? freeIdFromName(name, kinds[kind], others) : id;
  const mergeKey = `${kind}/${formKeyOf(kind, id)}/name`;
  edit(label, draft => rename(draft, kind, id, to, name), mergeKey);
  if (to === id) return;
  followId(kind, id, to);
  setWorkspace({ [`${kinds[kind]}Id`]: to });
}

/** A document has another id, or is about to: what is chosen is followed from one to the other, also when that is undone. */
export function followId(kind: keyof typeof chosenKinds, from: string, to: string): void {
  noteRenamed(kind, from, to);
  following.stop ??= useDocuments.subscribe(keepChosen);
}

const following: { stop?: () => void } = {};

/** What is chosen stays so when its name, and with it its id, is undone or done again. */
function keepChosen({ working }: DocumentsState): void {
  for (const kind of keysOf(chosenKinds)) {
    const chosen = useWorkspace.getState()[`${chosenKinds[kind]}Id`];
    if (chosen === undefined || Object.hasOwn(working[kind], chosen)) continue;
    const now = idsBeside(kind, chosen).find(id => Object.hasOwn(working[kind], id));
    if (now !== undefined) setWorkspace({ [`${chosenKinds[kind]}Id`]: now });
  }
}

/** Nothing names a test. */
const isNamed = (documents: Documents, kind: NamedKind, id: string): boolean =>
  kind !== 'tests' && namingOf(documents, { kind: kinds[kind], id }).length > 0;

function rename(draft: Documents, kind: NamedKind, id: string, to: string, name: string): void {
  const document = draft[kind][id];
  if (document === undefined) return;
  document.name = name;
  if (to === id) return;
  document.id = to;
  delete draft[kind][id];
  Object.assign(draft[kind], { [to]: document });
}
