import type { PossibleVariable } from '../../shared/model/variable.ts';
import { useEvaluations } from './evaluations.ts';

/** Every variable a rule could ask for (V1), unsaved rules, memories and samples included. */
export function usePossibleVariables(): readonly PossibleVariable[] {
  return useEvaluations(state => state.possibleVariables);
}
