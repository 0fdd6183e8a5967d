import type { ContextRule } from '../../../shared/model/rule.ts';
import type { Flat } from './workload.ts';

/** One way of running a rule set; contexts are built outside the measured time. */
export interface Contender {
  readonly name: string;
  /** Rule count above which one round would take minutes. */
  readonly mostRules?: number;
  prepare(rules: readonly ContextRule[], requests: readonly Flat[]): Promise<Run>;
}

/** Runs the rule set for request number `at`; gives the ids of the rules that fired, in any order. */
export type Run = (at: number) => readonly string[] | Promise<readonly string[]>;
