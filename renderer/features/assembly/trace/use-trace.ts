import { useMemo } from 'react';
import type { AssembledContext, DroppedItem } from '../../../../shared/model/assembled-context.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { droppedSentence, sentenceText } from './dropped-sentence.ts';
import { filterCalls, type RuleNames } from './filter-calls.ts';
import type { TraceFilter } from './TraceToolbar.tsx';
import { traceMarkdown } from './trace-markdown.ts';
import { useDropFacts } from './use-drop-facts.ts';

const selectEngines = (state: DocumentsState) => state.working.engines;

/** Names of all rules by `<engine>/<rule>`. */
export function useRuleNames(): RuleNames {
  const engines = useDocuments(selectEngines);
  return useMemo(() => {
    const names = Object.values(engines).flatMap(engine =>
      engine.rules.map(rule => [`${engine.id}/${rule.id}`, rule.name] as const),
    );
    return new Map(names);
  }, [engines]);
}

/** The parts of a trace that fit the filter, and the whole of it as texts to copy. */
export function useTrace(result: AssembledContext, filter: TraceFilter) {
  const ruleNames = useRuleNames();
  const facts = useDropFacts();
  return useMemo(() => {
    const sentence = (item: DroppedItem) => sentenceText(droppedSentence(item, facts(item)));
    const text = filter.text.trim().toLowerCase();
    const { memory_calls, dropped } = result.trace;
    return {
      ruleNames,
      facts,
      calls: filterCalls(memory_calls, ruleNames, filter),
      dropped: dropped.filter(item => sentence(item).toLowerCase().includes(text)),
      markdown: () => traceMarkdown(result, ruleNames, dropped.map(sentence)),
      json: () => `${JSON.stringify({ trace: result.trace, meta: result.meta }, null, 2)}\n`,
    };
  }, [result, filter, ruleNames, facts]);
}
