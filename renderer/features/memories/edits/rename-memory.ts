import { withMemoryRenamed } from '../../../../shared/rules/contracts/rename-in-contract.ts';
import { renameMemoryInTest } from '../../../../shared/rules/testing/rename-in-test.ts';
import type { Documents } from '../../../stores/history.ts';
import { shownRules } from '../../../stores/layouts.ts';

/**
 * Gives a memory another id and label, and the id to whatever names the memory: rules, requests of samples,
 * contracts, tests and pins on the canvas. Says whether there was such a memory.
 */
export function renameMemory(draft: Documents, id: string, to: string, label: string): boolean {
  const memory = draft.memories[id];
  if (!memory) return false;
  memory.label = label;
  if (to === id) return true;
  delete draft.memories[id];
  draft.memories[to] = { ...memory, id: to };
  for (const engineId of Object.keys(draft.engines))
    for (const { then } of shownRules(draft, engineId))
      then.add_memories = renamedIds(then.add_memories, id, to);
  for (const sample of Object.values(draft.samples)) {
    const { explicit_memory: asked } = sample.request;
    if (Array.isArray(asked) && asked.includes(id))
      sample.request = { ...sample.request, explicit_memory: renamedIds(asked, id, to) };
  }
  for (const contract of Object.values(draft.contracts))
    contract.state = withMemoryRenamed(contract.state, id, to);
  for (const test of Object.values(draft.tests)) {
    const { value, places } = renameMemoryInTest(test, id, to);
    if (places.length > 0) draft.tests[test.id] = value;
  }
  renamePins(draft, id, to);
  return true;
}

/** The same list where the memory is not in it; each id once, as somebody may have asked for the new one already. */
function renamedIds<Id>(ids: Id[], id: string, to: Id & string): Id[] {
  return ids.some(other => other === id) ? [...new Set(ids.map(other => (other === id ? to : other)))] : ids;
}

/** A pin keeps its place in the file; where the new id is pinned already, that one stays. */
function renamePins(draft: Documents, id: string, to: string): void {
  const [from, next] = [`memory:${id}`, `memory:${to}`];
  for (const layout of Object.values(draft.layouts)) {
    if (!Object.hasOwn(layout.pins, from)) continue;
    const isTaken = Object.hasOwn(layout.pins, next);
    layout.pins = Object.fromEntries(
      Object.entries(layout.pins)
        .filter(([node]) => node !== from || !isTaken)
        .map(([node, pin]) => [node === from ? next : node, pin]),
    );
  }
}
