import type { PossibleVariable } from '../../shared/model/variable.ts';
import { useAnalysis } from './analysis.ts';

/** Every variable a rule could ask for, unsaved rules, memories and samples included. */
export function usePossibleVariables(): readonly PossibleVariable[] {
  return useAnalysis(state => state.possibleVariables);
}
