import { create } from 'zustand';
import type { ContractVerdict } from '../../shared/model/context-contract.ts';
import type { DefinitionProblem } from '../worker/protocol.ts';

/** What is said about budgets. */
export interface BudgetFindings {
  readonly problems: readonly DefinitionProblem[];
  /** By id, of contracts that speak of tokens or of the final context. */
  readonly verdicts: Readonly<Record<string, ContractVerdict>>;
}

export const noBudgetFindings: BudgetFindings = { problems: [], verdicts: {} };

/** It needs the tokens that memories bring, so the host measures it. */
export const useBudgetFindings = create<BudgetFindings>()(() => noBudgetFindings);
