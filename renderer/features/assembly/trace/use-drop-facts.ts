import { useMemo } from 'react';
import type { DroppedItem } from '../../../../shared/model/assembled-context.ts';
import { fitBudget } from '../../../stores/budget/fit-budget.ts';
import { useBudget } from '../../../stores/budget/use-budget.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import type { DropFacts } from './dropped-sentence.ts';

const selectMemories = (state: DocumentsState) => state.working.memories;

/** What the sentence of a dropped item needs: tokens over the limit, and its memory's `max_items`. */
export function useDropFacts(): (item: DroppedItem) => DropFacts {
  const budget = useBudget();
  const memories = useDocuments(selectMemories);
  return useMemo(() => {
    const cut =
      budget?.limit === undefined || budget.counts === 'rendered'
        ? []
        : fitBudget(budget.items, budget.limit, budget.strategy).cut;
    const over = new Map(cut.map(item => [item.id, item.over]));
    return item => ({
      over: over.get(item.item_id),
      strategy: budget?.strategy,
      maxItems: memories[item.memory_id]?.contribution.max_items,
    });
  }, [budget, memories]);
}
