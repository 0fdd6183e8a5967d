import { ownValue } from '../../../shared/model/entries.ts';

/** How an agent's remaining tokens are split, in percent. */
interface Split {
  readonly task: number;
  readonly specialization: number;
  readonly packages: number;
  readonly errors: number;
}

/** Tokens for each part of an agent's prompt. */
type AgentShares = { readonly [Part in keyof Split]: number };

const otherAgents: Split = { task: 40, specialization: 20, packages: 25, errors: 15 };
const splits: ReadonlyMap<string, Split> = new Map([
  ['developer', { task: 50, specialization: 20, packages: 20, errors: 10 }],
  ['senior_software_engineer', otherAgents],
  ['qa_expert', { task: 40, specialization: 15, packages: 30, errors: 15 }],
  ['tech_lead', { task: 30, specialization: 15, packages: 40, errors: 15 }],
]);

/** Packages for agent types that the configuration does not name. */
const otherLimit = 3;

/** Splits the tokens that are left of the effective limit; nothing is left beyond it. */
export function agentShares(agentType: string, effectiveLimit: number, currentTokens: number): AgentShares {
  const remaining = Math.max(0, effectiveLimit - currentTokens);
  const split = splits.get(agentType) ?? otherAgents;
  // Whole percents first: 0.15 * 100 is not exact in binary.
  const share = (percent: number) => Math.floor((remaining * percent) / 100);
  return {
    task: share(split.task),
    specialization: share(split.specialization),
    packages: share(split.packages),
    errors: share(split.errors),
  };
}

/** How many packages an agent type gets at most. */
export function retrievalLimit(agentType: string, limits: Readonly<Record<string, number>>): number {
  return ownValue(limits, agentType) ?? otherLimit;
}
