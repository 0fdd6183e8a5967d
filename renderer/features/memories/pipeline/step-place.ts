import { createContext } from 'react';
import type { BranchOutcomes } from '../logic/step-results.ts';

/** Where a form stands: the alias of its step, and what the steps in its branches returned. */
export interface StepPlace {
  readonly alias: string;
  readonly outcomeOf: BranchOutcomes;
}

/** Branches stand in forms, and forms in branches, at any depth. */
export const StepPlaceContext = createContext<StepPlace>({ alias: '', outcomeOf: () => undefined });
