import type { Finding } from '../../model/finding.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import type { PossibleVariable } from '../../model/variable.ts';
import { atOnce } from '../../stretches.ts';
import { possibleVariables } from '../evaluation/possible-variables.ts';
import { createRegexCache, type RegexCache } from '../evaluation/regex-cache.ts';
import { conditionFindings } from './findings/condition-findings.ts';
import { alwaysFires, firesOnMissing, neverFires } from './findings/firing-findings.ts';
import {
  coFiresOverBudget,
  type TokenBudget,
  unknownMemories,
  unusedMemories,
} from './findings/memory-findings.ts';
import { pairFindings } from './findings/pair-findings.ts';
import { gatherFindings } from './gather-findings.ts';
import { type JudgedRule, judgeRules } from './judged-rule.ts';

export interface AnalysisInput {
  readonly engines: readonly ContextRuleEngine[];
  /** Absent: memories are not looked up, and nothing is said about unknown or unused ones. */
  readonly memories?: readonly PersistentMemory[];
  /** Types of variables are inferred from them. */
  readonly samples: readonly Sample[];
  readonly budget?: TokenBudget;
}

/**
 * Everything static analysis knows about the enabled rules, errors first. Exact over finite sets, intervals,
 * prefix, suffix, substring and lists; `possible` where a regex, or a numeral of demanded shape, prevents it.
 */
export function analyzeRules(
  input: AnalysisInput,
  regexes: RegexCache = createRegexCache(analysisPatterns),
): Finding[] {
  const rules = judgeRules(input.engines, regexes);
  const context = ruleContext(input);
  const gathered = gatherFindings();
  for (const rule of rules) gathered.add(findingsOfRule(rule, context, regexes));
  atOnce(pairFindings(rules, regexes, gathered));
  gathered.add(atOnce(findingsOfAll(rules, input, regexes)));
  return gathered.told();
}

/** Patterns that analysis keeps compiled: those of a large project, since every rule is looked at. */
export const analysisPatterns = 4096;

/** What a single rule is held against. */
export interface RuleContext {
  /** Types from samples and declared variables; what rules compare with says nothing about the variable. */
  readonly types: ReadonlyMap<string, PossibleVariable['type']>;
  /** Ids of memories; undefined when they are not looked up. */
  readonly known: ReadonlySet<string> | undefined;
}

export function ruleContext({ memories, samples }: AnalysisInput): RuleContext {
  const variables = possibleVariables([], memories ?? [], samples);
  return {
    types: new Map(variables.map(({ name, type }) => [name, type])),
    known: memories && new Set(memories.map(({ id }) => id)),
  };
}

/** What is wrong with one rule by itself. */
export function findingsOfRule(
  rule: JudgedRule,
  { types, known }: RuleContext,
  regexes: RegexCache,
): Finding[] {
  return [
    ...neverFires(rule, regexes),
    ...alwaysFires(rule, regexes),
    ...firesOnMissing(rule, regexes),
    ...conditionFindings(rule, types, regexes),
    ...(known ? unknownMemories(rule, known) : []),
  ];
}

/** What is wrong with all rules together. Stops again and again. */
export function* findingsOfAll(
  rules: readonly JudgedRule[],
  { memories, budget }: AnalysisInput,
  regexes: RegexCache,
): Generator<void, Finding[]> {
  return [
    ...(memories ? unusedMemories(rules, memories) : []),
    ...(budget ? yield* coFiresOverBudget(rules, budget, regexes) : []),
  ];
}
