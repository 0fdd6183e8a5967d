import { useMemo } from 'react';
import type { AssembledContext, DroppedItem } from '../../../../shared/model/assembled-context.ts';
import { droppedSentence, sentenceText } from './dropped-sentence.ts';
import { filterCalls, type RuleNames } from './filter-calls.ts';
import type { TraceFilter } from './TraceToolbar.tsx';
import { traceMarkdown } from './trace-markdown.ts';
import { useDropFacts } from './use-drop-facts.ts';

/** Names of the rules that fired, by `<engine>/<rule>`: no other asks for a memory. */
function ruleNamesOf({ trace }: AssembledContext): RuleNames {
  return new Map(
    trace.rules_applied.map(rule => [`${rule.engine_id}/${rule.rule_id}`, rule.rule_name] as const),
  );
}

/** The parts of a trace that fit the filter, and the whole of it as texts to copy. */
export function useTrace(result: AssembledContext, filter: TraceFilter) {
  const ruleNames = useMemo(() => ruleNamesOf(result), [result]);
  const facts = useDropFacts();
  const calls = useMemo(
    () => filterCalls(result.trace.memory_calls, ruleNames, filter),
    [result, ruleNames, filter],
  );
  return useMemo(() => {
    const sentence = (item: DroppedItem) => sentenceText(droppedSentence(item, facts(item)));
    const text = filter.text.trim().toLowerCase();
    const { dropped } = result.trace;
    return {
      ruleNames,
      facts,
      calls,
      dropped: dropped.filter(item => sentence(item).toLowerCase().includes(text)),
      markdown: () => traceMarkdown(result, ruleNames, dropped.map(sentence)),
      json: () => `${JSON.stringify({ trace: result.trace, meta: result.meta }, null, 2)}\n`,
    };
  }, [result, filter, ruleNames, facts, calls]);
}
