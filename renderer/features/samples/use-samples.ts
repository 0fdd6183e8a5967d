import { useMemo } from 'react';
import type { Sample } from '../../../shared/model/sample.ts';
import { selectEngines, selectSamples, useDocuments } from '../../stores/documents.ts';
import { useFiredRuleIds } from '../../stores/evaluations.ts';
import { useByName } from '../../stores/use-by-name.ts';
import { countFiredRules, type FiredRule, firedRules } from './logic/fired-rules.ts';

/** Every sample of the working copy, in the order of their names. */
export const useAllSamples = (): readonly Sample[] => useByName(selectSamples);

/** Rules that fire for a sample, live. */
export function useFiredRules(sample: Sample): readonly FiredRule[] {
  const firedIn = useFiredRuleIds();
  const engines = useDocuments(selectEngines);
  return useMemo(() => firedRules(sample, engines, firedIn), [sample, engines, firedIn]);
}

/** How many rules fire for each of these samples, live. */
export function useFiredCounts(samples: readonly Sample[]): ReadonlyMap<Sample, number> {
  const firedIn = useFiredRuleIds();
  const engines = useDocuments(selectEngines);
  return useMemo(
    () => new Map(samples.map(sample => [sample, countFiredRules(sample, engines, firedIn)])),
    [samples, engines, firedIn],
  );
}
