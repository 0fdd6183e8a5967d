import { unreachable } from '../../../../shared/contract/errors.ts';
import type { DroppedItem } from '../../../../shared/model/assembled-context.ts';
import type { BudgetStrategy } from '../../../../shared/model/request.ts';
import { sectionTitles } from '../../../../shared/model/section.ts';
import { inSentence, t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';

/** A dropped item in words: its id, what happened, and the id of the item that stands for it, if one does. */
export interface DroppedSentence {
  readonly itemId: string;
  readonly words: string;
  readonly survivor?: string;
}

/** What the sentence needs beside the item itself. */
export interface DropFacts {
  /** Tokens over the limit when the budget took it. */
  readonly over?: number | undefined;
  /** `peel` takes the last item of a section; under `pack` an item stays out because it does not fit. */
  readonly strategy?: BudgetStrategy | undefined;
  /** `max_items` of its memory. */
  readonly maxItems?: number | undefined;
}

/** "recent-decisions#7 left with the budget: 96 tokens over, last of history" and the like. */
export function droppedSentence(item: DroppedItem, facts: DropFacts): DroppedSentence {
  const itemId = item.item_id;
  switch (item.reason) {
    case 'budget':
      return { itemId, words: budgetWords(item, facts) };
    case 'duplicate':
      return item.survivor === undefined
        ? { itemId, words: t('is the same as an item that stands earlier') }
        : { itemId, words: t('is the same as'), survivor: item.survivor };
    case 'max_items':
      return { itemId, words: overMaxItems(item.memory_id, facts.maxItems) };
    case 'redaction_failed':
      return { itemId, words: t('was left out: its secrets could not be removed safely') };
    case 'authority':
      return {
        itemId,
        words: t('was left out: {section} needs more authority than it has', {
          section: t(sectionTitles[item.section]),
        }),
      };
    default:
      return unreachable(item.reason);
  }
}

/** The sentence as one text, for search, copies and screen readers. */
export function sentenceText({ itemId, words, survivor }: DroppedSentence): string {
  return [itemId, words, survivor].filter(part => part !== undefined).join(' ');
}

function budgetWords(item: DroppedItem, { over, strategy }: DropFacts): string {
  const tokens = over === undefined ? [] : [t('{tokens} over', { tokens: formatCounted(over, 'token') })];
  if (strategy === 'pack') return [t('did not fit the budget'), ...tokens].join(': ');
  const place = t('last of {section}', { section: inSentence(t(sectionTitles[item.section])) });
  return t('left with the budget: {value}', { value: [...tokens, place].join(', ') });
}

function overMaxItems(memoryId: string, maxItems: number | undefined): string {
  if (maxItems === undefined) return t('is over the limit of items of {memoryId}', { memoryId });
  return t('is over the limit of {items} of {memoryId}', {
    items: formatCounted(maxItems, 'item'),
    memoryId,
  });
}
