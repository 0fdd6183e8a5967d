import { useMemo } from 'react';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { useBudget } from './budget/use-budget.ts';
import { selectEngines, useDocuments } from './documents.ts';
import { type PreviewState, usePreview } from './preview.ts';
import { useSettled } from './use-settled.ts';

/** The figures of "3 of 41 rules fired, 5 memories, 2,940 of 8,000 tokens, 2 items cut". */
export interface AssemblySummary {
  readonly fired: number;
  readonly rules: number;
  readonly memories: number;
  readonly tokens: number;
  readonly limit: number | undefined;
  /** Items that left with the budget. */
  readonly cut: number;
}

const selectResult = (state: PreviewState) => state.result;

/** The preview in six figures; undefined until there is one. `engineId` counts the rules of one engine only. */
export function useAssemblySummary(engineId?: string): AssemblySummary | undefined {
  const result = useSettled(usePreview, selectResult);
  const engines = useSettled(useDocuments, selectEngines);
  const limit = useBudget()?.limit;
  return useMemo(
    () => (result ? summaryOf(result, engines, limit, engineId) : undefined),
    [result, engines, limit, engineId],
  );
}

/** All figures come from one result, so that they never contradict each other. */
export function summaryOf(
  result: AssembledContext,
  engines: Readonly<Record<string, ContextRuleEngine>>,
  limit: number | undefined,
  engineId?: string,
): AssemblySummary {
  const isCounted = (id: string) => engineId === undefined || id === engineId;
  const counted = Object.values(engines).filter(engine => isCounted(engine.id));
  return {
    fired: result.trace.rules_applied.filter(rule => isCounted(rule.engine_id)).length,
    rules: counted.reduce((sum, engine) => sum + engine.rules.length, 0),
    memories: result.trace.memory_calls.length,
    tokens: result.meta.token_estimate,
    limit,
    cut: result.trace.dropped.filter(item => item.reason === 'budget').length,
  };
}
