import { useMemo } from 'react';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import type { StudioProblem } from '../../stores/problems.ts';

const selectEngines = (state: DocumentsState) => state.working.engines;

/** Names of the rules that a problem speaks of, to search in. */
export function useProblemNames(): (problem: StudioProblem) => string {
  const engines = useDocuments(selectEngines);
  return useMemo(() => {
    const names = new Map(
      Object.values(engines).flatMap(engine =>
        engine.rules.map(rule => [`${engine.id}/${rule.id}`, `${rule.name} ${engine.name}`] as const),
      ),
    );
    return problem =>
      (problem.rules ?? []).map(({ engine_id, rule_id }) => names.get(`${engine_id}/${rule_id}`)).join(' ');
  }, [engines]);
}
