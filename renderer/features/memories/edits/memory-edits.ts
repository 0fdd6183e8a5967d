import { freshMemory } from '../../../../shared/memory-starts/memory-start.ts';
import { withoutUndefined } from '../../../../shared/model/entries.ts';
import type { Contribution, DeclaredVariable, PersistentMemory } from '../../../../shared/model/memory.ts';
import { type Scope, scopes } from '../../../../shared/model/scope.ts';
import { editDocument } from '../../../stores/documents.ts';
import { freeId, freeIdFromName } from '../../../stores/free-id.ts';
import type { Documents } from '../../../stores/history.ts';
import { shownRules } from '../../../stores/layouts.ts';
import { copyName } from '../../../stores/next-name.ts';

/** One undoable change of one memory; edits with the same key within a second are one step. */
export const editMemory = (
  memoryId: string,
  label: string,
  change: (memory: PersistentMemory) => void,
  mergeKey?: string,
): void => editDocument('memories', memoryId, label, change, mergeKey);

/** A memory that works as it is and says what to write: one empty list of static items. */
export function newMemory(id: string, label: string): PersistentMemory {
  return freshMemory(id, label, [{ type: 'static', alias: 'items', params: { items: [] } }]);
}

/** Adds a new memory named `label` and gives its id. */
export function addMemory(draft: Documents, label: string, id?: string): string {
  const freed = id ?? freeIdFromName(label, 'memory', Object.keys(draft.memories));
  draft.memories[freed] = newMemory(freed, label);
  return freed;
}

/** Adds a copy under a free id and gives that id; undefined when there is nothing to copy. */
export function duplicateMemory(draft: Documents, memoryId: string): string | undefined {
  const memory = draft.memories[memoryId];
  if (!memory) return undefined;
  const id = freeId(`${memoryId.slice(0, 59)}-copy`, Object.keys(draft.memories));
  const copy: PersistentMemory = JSON.parse(JSON.stringify(memory));
  draft.memories[id] = { ...copy, id, label: copyName(memory.label) };
  return id;
}

/** Takes over a whole memory, keys that are gone included. */
export function replaceMemory(draft: PersistentMemory, memory: PersistentMemory): void {
  for (const key of Object.keys(draft)) if (!Object.hasOwn(memory, key)) delete draft[key];
  Object.assign(draft, memory);
}

/** Removes a memory; with `fromRules` also every mention in a rule, so that nothing dangles. */
export function deleteMemory(draft: Documents, memoryId: string, fromRules: boolean): void {
  delete draft.memories[memoryId];
  if (!fromRules) return;
  for (const engineId of Object.keys(draft.engines)) {
    for (const { then } of shownRules(draft, engineId))
      if (then.add_memories.includes(memoryId))
        then.add_memories = then.add_memories.filter(id => id !== memoryId);
  }
}

export function setDescription(memory: PersistentMemory, description: string): void {
  if (description === '') delete memory.description;
  else memory.description = description;
}

/** Missing is no limit, 0 is none. */
export function setMaxItems(contribution: Contribution, maxItems: number | undefined): void {
  if (maxItems === undefined) delete contribution.max_items;
  else contribution.max_items = maxItems;
}

export function setRequired(contribution: Contribution, required: boolean): void {
  if (required) contribution.required = true;
  else delete contribution.required;
}

export function setTags(memory: PersistentMemory, tags: readonly string[]): void {
  if (tags.length === 0) delete memory.tags;
  else memory.tags = [...tags];
}

/** Scopes are kept in their own order, so that taking one out and back changes nothing in the file. */
export function setScopes(memory: PersistentMemory, chosen: readonly Scope[]): void {
  memory.inputs_scope = scopes.filter(scope => chosen.includes(scope));
}

export function addVariable(memory: PersistentMemory): void {
  const taken = memory.additional_variables.map(variable => variable.name.replaceAll('_', '-'));
  // Ids count with hyphens; a name for templates reads better with underscores.
  const name = freeId('variable', taken).replaceAll('-', '_');
  memory.additional_variables.push({ name, type: 'string' });
}

/** Merges changes into one declared variable; `undefined` removes an optional key. */
export function changeVariable(
  memory: PersistentMemory,
  index: number,
  changes: { readonly [Key in keyof DeclaredVariable]?: DeclaredVariable[Key] | undefined },
): void {
  const variable = memory.additional_variables[index];
  if (!variable) return;
  memory.additional_variables[index] = withoutUndefined({ ...variable, ...changes });
}

export function removeVariable(memory: PersistentMemory, index: number): void {
  memory.additional_variables.splice(index, 1);
}
