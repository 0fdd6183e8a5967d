import { useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import type { AssembledContext, DroppedItem } from '../../../../shared/model/assembled-context.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { droppedSentence, sentenceText } from './dropped-sentence.ts';
import { filterCalls, type RuleNames } from './filter-calls.ts';
import type { TraceFilter } from './TraceToolbar.tsx';
import { traceMarkdown } from './trace-markdown.ts';
import { useDropFacts } from './use-drop-facts.ts';

/** Names of all rules by `<engine>/<rule>`; the same map until a name changes, whatever else is typed. */
export function useRuleNames(): RuleNames {
  return useDocuments(useShallow(namesOf));
}

function namesOf({ working }: DocumentsState): RuleNames {
  const names = Object.values(working.engines).flatMap(engine =>
    engine.rules.map(rule => [`${engine.id}/${rule.id}`, rule.name] as const),
  );
  return new Map(names);
}

/** The parts of a trace that fit the filter, and the whole of it as texts to copy. */
export function useTrace(result: AssembledContext, filter: TraceFilter) {
  const ruleNames = useRuleNames();
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
