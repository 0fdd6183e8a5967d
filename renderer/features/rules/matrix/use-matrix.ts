import { useCallback, useMemo } from 'react';
import type { EvaluationResults } from '../../../stores/evaluation-results.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useSettled } from '../../../stores/use-settled.ts';

/** Ids of an engine's rules by priority; the same list until their order changes. */
export function useRuleIds(engineId: string): readonly string[] {
  return useEvaluations(state => state.engines[engineId]?.order) ?? none;
}

const none: readonly string[] = [];

/** How many cells differ from what is saved, once edits have settled: it asks every cell. */
export function useFlippedCells(engineId: string): number {
  const select = useCallback((state: EvaluationResults) => state.engines[engineId]?.rows, [engineId]);
  const rows = useSettled(useEvaluations, select);
  return useMemo(() => {
    let count = 0;
    for (const { working, saved } of rows?.values() ?? [])
      for (let word = 0; word < working.length; word += 1)
        count += bitCount((working[word] ?? 0) ^ (saved[word] ?? 0));
    return count;
  }, [rows]);
}

function bitCount(word: number): number {
  let left = word;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}
