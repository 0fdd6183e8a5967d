import type { IncludingChange, MemoryChange } from '../../shared/model/explanation.ts';
import type { VariableChange } from '../../shared/model/rule-fix.ts';
import { sectionTitles } from '../../shared/model/section.ts';
import { t } from '../texts/texts.ts';
import { formatCounted } from './format-number.ts';

/** One change of a request in words: `Set addVar.phase to "planning" (it is "hotfix")`. */
export function variableWords(change: VariableChange): string {
  const { field } = change;
  if (!Object.hasOwn(change, 'to')) return t('Remove {field}', { field });
  const now = Object.hasOwn(change, 'from')
    ? t('it is {from}', { from: JSON.stringify(change.from) })
    : t('it is missing');
  return t('Set {field} to {to} ({now})', { field, to: JSON.stringify(change.to), now });
}

/** Every part of the change that puts a memory or an item into the context. */
export function changeWords({ variables, explicit_memory, max_tokens }: IncludingChange): string[] {
  return [
    ...variables.map(variableWords),
    ...(explicit_memory === undefined
      ? []
      : [t('Ask for the memory {explicit_memory} by name', { explicit_memory })]),
    ...(max_tokens === undefined ? [] : [t('Raise the token limit to {max_tokens}', { max_tokens })]),
  ];
}

/** `Raise "At most" of the memory glossary to 2 items (it is 1)`, as the form calls it; and the like. */
export function memoryChangeWords({ memory_id, max_items, section, required }: MemoryChange): string[] {
  return [
    ...(max_items === undefined
      ? []
      : [
          t('Raise “At most” of the memory {memory_id} to {items} (it is {from})', {
            memory_id,
            items: formatCounted(max_items.to, 'item'),
            from: max_items.from,
          }),
        ]),
    ...(section === undefined
      ? []
      : [
          t('Move the memory {memory_id} to the section {to} (it is in {from})', {
            memory_id,
            to: t(sectionTitles[section.to]),
            from: t(sectionTitles[section.from]),
          }),
        ]),
    ...(required ? [t('Make the memory {memory_id} required: the budget cuts it last', { memory_id })] : []),
  ];
}
