import { createContext } from 'react';
import type { BranchOutcomes } from '../logic/step-results.ts';

/** Where a form stands: the alias of its step, and what the steps in its branches returned. */
export interface StepPlace {
  readonly alias: string;
  readonly outcomeOf: BranchOutcomes;
  /** Aliases of all steps of the pipeline, in whatever branch: results are told apart by them. */
  readonly taken: readonly string[];
}

/** Branches stand in forms, and forms in branches, at any depth. */
export const StepPlaceContext = createContext<StepPlace>({
  alias: '',
  outcomeOf: () => undefined,
  taken: [],
});
