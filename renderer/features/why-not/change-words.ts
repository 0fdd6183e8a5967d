import type { IncludingChange } from '../../../shared/model/explanation.ts';
import type { VariableChange } from '../../../shared/model/rule-fix.ts';
import { formatCount } from '../../ui/format-number.ts';

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
