import type { Finding } from '../../../shared/model/finding.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { possibleVariables } from '../rules/possible-variables.ts';
import { createRegexCache, type RegexCache } from '../rules/regex-cache.ts';
import { conditionFindings } from './findings/condition-findings.ts';
import { alwaysFires, firesOnMissing, neverFires } from './findings/firing-findings.ts';
import {
  coFiresOverBudget,
  type TokenBudget,
  unknownMemories,
  unusedMemories,
} from './findings/memory-findings.ts';
import { pairFindings } from './findings/pair-findings.ts';
import { judgeRules } from './judged-rule.ts';

export interface AnalysisInput {
  readonly engines: readonly ContextRuleEngine[];
  /** Absent: memories are not looked up, and nothing is said about unknown or unused ones. */
  readonly memories?: readonly PersistentMemory[];
  /** Types of variables are inferred from them. */
  readonly samples: readonly Sample[];
  readonly budget?: TokenBudget;
}

/**
 * Everything static analysis knows about the enabled rules (R10), errors first. Exact over finite sets, intervals,
 * prefix, suffix, substring and lists; `possible` where a regex, or a numeral of demanded shape, prevents it.
 */
export function analyzeRules(input: AnalysisInput, regexes: RegexCache = createRegexCache()): Finding[] {
  const rules = judgeRules(input.engines, regexes);
  const known = input.memories && new Set(input.memories.map(({ id }) => id));
  const types = observedTypes(input);
  const alone = rules.flatMap(rule => [
    ...neverFires(rule),
    ...alwaysFires(rule, regexes),
    ...firesOnMissing(rule, regexes),
    ...conditionFindings(rule, types, regexes),
    ...(known ? unknownMemories(rule, known) : []),
  ]);
  const together = [
    ...pairFindings(rules, regexes),
    ...(input.memories ? unusedMemories(rules, input.memories) : []),
    ...(input.budget ? coFiresOverBudget(rules, input.budget, regexes) : []),
  ];
  return [...alone, ...together].toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
}

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info'];

/** Types from samples and declared variables; what rules compare with says nothing about the variable. */
function observedTypes({ memories = [], samples }: AnalysisInput) {
  return new Map(possibleVariables([], memories, samples).map(({ name, type }) => [name, type]));
}
