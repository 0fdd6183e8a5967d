import type { ContextContract, ContractState } from '../../../shared/model/context-contract.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { decideContract } from '../../../shared/rules/contracts/decide-contract.ts';
import { createIncrementalContracts } from '../../../shared/rules/contracts/incremental-contracts.ts';
import { actingRules } from '../../../shared/rules/evaluation/acting-rules.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { memoryOf } from '../../support/engine-definitions.ts';
import { limitedMemories, limitedRules } from '../../support/limited-rules.ts';
import { median } from '../measure.ts';
import { prefixed } from '../rules/weft.ts';
import { createWorkload } from '../rules/workload.ts';

const ruleCount = 1000;
const memoryCount = 50;
const contractCount = 50;
const rounds = 5;
/** Milliseconds: of all contracts from the beginning, after an edit of one rule, and of limits of a section. */
const goals = { whole: 1000, edit: 50, limits: 1000 } as const;
/** Of rules that mostly cannot fire together; some hold, others do not. */
const sectionLimits = [10, 100, 150, 170, 300, 598];

export interface ContractsResult {
  readonly whole_ms: number;
  readonly edit_ms: number;
  readonly limits_ms: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly goals: typeof goals;
  readonly pass: boolean;
}

/** 50 contracts of all kinds over 1,000 rules: decided from the beginning, and after an edit of one rule. */
export function benchContracts(print: (line: string) => void): ContractsResult {
  const rules = prefixed(createWorkload(ruleCount).rules);
  const contracts = Array.from({ length: contractCount }, (_, at) => contractAt(at));
  const [whole, edit]: [number[], number[]] = [[], []];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const checks = createIncrementalContracts(createRegexCache(8192));
    const decide = (now: readonly ContextRule[]) => atOnce(checks.decide(contracts, groundOf(now)));
    const first = timed(() => decide(rules));
    whole.push(first.ms);
    edit.push(timed(() => decide(edited(rules))).ms);
    if (round > 0) continue;
    for (const [id, { answer }] of first.value) {
      const key = `${id.slice(0, id.indexOf('-'))} ${answer}`;
      answers[key] = (answers[key] ?? 0) + 1;
    }
  }
  const limits = timed(decideLimits);
  for (const answer of limits.value) answers[answer] = (answers[answer] ?? 0) + 1;
  const result = { whole_ms: median(whole), edit_ms: median(edit), limits_ms: limits.ms };
  print(
    `${contractCount} contracts over ${ruleCount} rules ${result.whole_ms.toFixed(0)} ms (goal <= ${goals.whole}); after an edit of one rule ${result.edit_ms.toFixed(1)} ms (goal <= ${goals.edit}); ${limits.value.length} limits of a section ${limits.ms.toFixed(0)} ms (goal <= ${goals.limits})`,
  );
  print(JSON.stringify(answers));
  const isOpen = limits.value.some(answer => answer.endsWith('open'));
  const isQuick =
    result.whole_ms <= goals.whole && result.edit_ms <= goals.edit && result.limits_ms <= goals.limits;
  return { ...result, answers, goals, pass: isQuick && !isOpen };
}

/** Limits over rules in the shapes in which many sets of rules look as if they could fire together. */
function decideLimits(): string[] {
  const regexes = createRegexCache();
  return Object.entries(limitedRules).flatMap(([shape, rules]) =>
    sectionLimits.map(tokens => {
      const state = { kind: 'limit', of: { section: 'knowledge' }, tokens } as const;
      const ground = { engines: [], rules, memories: limitedMemories, tokensOf: () => 3 };
      const { answer } = atOnce(decideContract({ state }, { ...ground, estimators: ['chars4'] }, regexes));
      return `limit ${shape} ${answer}`;
    }),
  );
}

function timed<Value>(work: () => Value): { readonly value: Value; readonly ms: number } {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}

const memory = (at: number): string => `m${at % memoryCount}`;

/** One statement of each kind in turn, about other memories each time. */
function contractAt(at: number): ContextContract {
  const [own, other] = [memory(at), memory(at + 7)];
  const kinds: readonly ContractState[] = [
    { kind: 'always', memory: own },
    { kind: 'never', memory: own },
    { kind: 'never', memory: own, other },
    { kind: 'together', memory: own, other },
    { kind: 'implies', memory: own, other },
    { kind: 'order', memory: own, other },
    { kind: 'limit', of: { memory: own }, tokens: 9 },
    { kind: 'limit', of: { section: 'history' }, tokens: 60 },
    { kind: 'equivalent', engines: ['e', 'f'] },
    { kind: 'reachable', rule: `e/r${at}` },
  ];
  const state = kinds[at % kinds.length] ?? { kind: 'always', memory: own };
  return { id: `${state.kind}-${at}`, name: 'C', severity: 'error', state };
}

/** Half of the memories land in another section; the second engine says the same in another order. */
function groundOf(rules: readonly ContextRule[]) {
  const engine = (id: string, own: readonly ContextRule[], enabled: boolean): ContextRuleEngine => ({
    id,
    name: id,
    description: '',
    enabled,
    rules: [...own],
  });
  const first = engine('e', rules, true);
  return {
    engines: [first, engine('f', rules.toReversed(), false)],
    rules: actingRules(first).rules,
    memories,
    tokensOf: () => 10,
  };
}

const memories = Array.from({ length: memoryCount }, (_, at) =>
  memoryOf(`m${at}`, { contribution: { section: at % 2 === 0 ? 'knowledge' : 'history' } }),
);

/** Another constant in one rule. */
const edited = (rules: readonly ContextRule[]): readonly ContextRule[] =>
  rules.with(500, { ...(rules[500] ?? rules[0]), name: 'Edited' } as ContextRule);
