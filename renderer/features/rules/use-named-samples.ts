import { useMemo } from 'react';
import { selectSamples, useDocuments } from '../../stores/documents.ts';
import { selectSampleIds } from '../../stores/evaluation-results.ts';
import { useEvaluations } from '../../stores/evaluations.ts';

export interface NamedSample {
  readonly id: string;
  readonly name: string;
}

/** Samples that can be evaluated, with their names, in the order of the bits. */
export function useNamedSamples(): readonly NamedSample[] {
  const ids = useEvaluations(selectSampleIds);
  const samples = useDocuments(selectSamples);
  return useMemo(() => ids.map(id => ({ id, name: samples[id]?.name ?? id })), [ids, samples]);
}
