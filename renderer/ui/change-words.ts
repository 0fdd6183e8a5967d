import type { IncludingChange, MemoryChange } from '../../shared/model/explanation.ts';
import type { VariableChange } from '../../shared/model/rule-fix.ts';
import { formatCount, formatCounted } from './format-number.ts';

/** One change of a request in words: `Set addVar.phase to "planning" (it is "hotfix")`. */
export function variableWords(change: VariableChange): string {
  const { field } = change;
  if (!Object.hasOwn(change, 'to')) return `Remove ${field}`;
  const now = Object.hasOwn(change, 'from') ? `it is ${JSON.stringify(change.from)}` : 'it is missing';
  return `Set ${field} to ${JSON.stringify(change.to)} (${now})`;
}

/** Every part of the change that puts a memory or an item into the context. */
export function changeWords({ variables, explicit_memory, max_tokens }: IncludingChange): string[] {
  return [
    ...variables.map(variableWords),
    ...(explicit_memory === undefined ? [] : [`Ask for the memory ${explicit_memory} by name`]),
    ...(max_tokens === undefined ? [] : [`Raise the token limit to ${formatCount(max_tokens)}`]),
  ];
}

/** `Raise "At most" of the memory glossary to 2 items (it is 1)`, as the form calls it. */
export function memoryChangeWords({ memory_id, max_items: { from, to } }: MemoryChange): string {
  return `Raise “At most” of the memory ${memory_id} to ${formatCounted(to, 'item')} (it is ${formatCount(from)})`;
}
