import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { useDocuments } from '../../stores/documents.ts';
import type { RuleRef } from '../../stores/history.ts';
import { shownEngine } from '../../stores/layouts.ts';
import { type PreviewState, usePreview } from '../../stores/preview.ts';
import { shownRule } from '../../stores/rules-of-engine.ts';

/** One engine of the working copy, with the rules that are begun. */
export function useEngine(engineId: string | undefined): ContextRuleEngine | undefined {
  return useDocuments(state => (engineId === undefined ? undefined : shownEngine(state.working, engineId)));
}

/** One rule of the working copy, also one that is begun. */
export function useRule(at: RuleRef): ContextRule | undefined {
  return useDocuments(state => shownRule(state.working, at));
}

/** What a memory costs in the current sample: tokens of its items in the context. */
export function useTokens(memoryId: string): number | undefined {
  return usePreview(state => selectTokens(state).get(memoryId));
}

const counted = new WeakMap<AssembledContext, ReadonlyMap<string, number>>();
const noTokens: ReadonlyMap<string, number> = new Map();

/** Counted once a result, however many ask. */
function selectTokens({ result }: PreviewState): ReadonlyMap<string, number> {
  if (!result) return noTokens;
  const known = counted.get(result) ?? tokensByMemory(result);
  counted.set(result, known);
  return known;
}

function tokensByMemory(result: AssembledContext): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>();
  for (const item of Object.values(result.context).flatMap(items => items ?? []))
    tokens.set(item.memory_id, (tokens.get(item.memory_id) ?? 0) + item.tokens);
  return tokens;
}
