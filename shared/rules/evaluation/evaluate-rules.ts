import { compareCodeUnits } from '../../model/compare-code-units.ts';
import type { EngineResult, RuleEvaluation, Warning } from '../../model/evaluation.ts';
import { isMissing } from '../../model/json.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce, mapInSteps } from '../../stretches.ts';
import type { CompiledRules } from '../compiled/compile-rules.ts';
import type { CompiledEngines } from '../compiled/compiled-engines.ts';
import { type ActingRules, actingRules, rulesInOrder } from './acting-rules.ts';
import { buildLookup, type Lookup } from './build-lookup.ts';
import { evaluationWarnings, unjudgedWarning } from './evaluation-warnings.ts';
import { explainRule } from './explain-rule.ts';
import type { Patience } from './patience.ts';
import { createRegexCache, type RegexCache } from './regex-cache.ts';
import { selectEngines } from './select-engines.ts';
import { allHold, type Variables } from './test-condition.ts';
import type { UnreadableFile } from './unknown-words.ts';

export interface EvaluateOptions {
  /** Adds every rule and every condition with its outcome and reason. */
  readonly explain?: boolean;
  /** The request's variables, where they were made before. */
  readonly lookup?: Lookup;
  /** Compiled patterns to share between evaluations. */
  readonly regexes?: RegexCache;
  /** Compiled forms of engines; the result is the same, sooner. */
  readonly compiled?: CompiledEngines;
  /** Whether the time of the request is over: `rules_not_evaluated` then names the rules that are left. */
  readonly isOver?: () => boolean;
  /** Files of engines that cannot be read, so that their rules are not among the given ones. */
  readonly unreadable?: readonly UnreadableFile[] | undefined;
}

/** Evaluates rule engines for a request. The request must be valid. */
export function evaluateRules(
  request: ContextRequest,
  engines: readonly ContextRuleEngine[],
  options: EvaluateOptions = {},
): RuleEvaluation {
  return atOnce(evaluateRulesInSteps(request, engines, options));
}

/** The same; stops every few rules that are tested, explained or judged for the first time. */
export function* evaluateRulesInSteps(
  request: ContextRequest,
  engines: readonly ContextRuleEngine[],
  options: EvaluateOptions,
): Generator<void, RuleEvaluation> {
  const { variables } = options.lookup ?? buildLookup(request);
  const regexes = options.regexes ?? createRegexCache();
  const { compiled } = options;
  const selected = selectEngines(engines, request.rule_engine_ids, compiled?.inOrder);
  const ready = selected.engines.map(engine => ({
    engine,
    acting: compiled?.actingIn(engine) ?? actingRules(engine),
    compiled: compiled?.of(engine),
  }));
  const late: Warning[] = [];
  const engineResults: EngineResult[] = [];
  for (const one of ready) {
    const patience = options.isOver && { isOver: options.isOver, unjudged: [] };
    engineResults.push(yield* evaluateEngine(one, variables, regexes, options.explain === true, patience));
    if (patience && patience.unjudged.length > 0) late.push(unjudgedWarning(one.engine, patience.unjudged));
  }
  const memories = engineResults.flatMap(result => result.matched_rules.flatMap(rule => rule.memories));
  return {
    matchedMemories: [...new Set(memories)],
    engineResults,
    variablesUsed: variablesUsed(ready, variables),
    warnings: [...late, ...(yield* evaluationWarnings(request, variables, selected, options))],
  };
}

interface ReadyEngine {
  readonly engine: ContextRuleEngine;
  readonly acting: ActingRules;
  readonly compiled: CompiledRules | undefined;
}

function* evaluateEngine(
  { engine, acting, compiled }: ReadyEngine,
  variables: Variables,
  regexes: RegexCache,
  explain: boolean,
  patience: Patience | undefined,
): Generator<void, EngineResult> {
  const fired =
    compiled?.firing(variables, patience) ?? (yield* firing(acting, variables, regexes, patience));
  return {
    engine_id: engine.id,
    engine_name: engine.name,
    matched_rules: fired.map(rule => ({
      rule_id: rule.id,
      rule_name: rule.name,
      memories: rule.then.add_memories,
    })),
    ...(explain && {
      rules: yield* mapInSteps(rulesInOrder(engine), rule => explainRule(rule, variables, regexes)),
    }),
  };
}

/** Stopping after each rule would take longer than testing it. */
const rulesInStep = 32;

function* firing(
  { rules }: ActingRules,
  variables: Variables,
  regexes: RegexCache,
  patience: Patience | undefined,
): Generator<void, ContextRule[]> {
  const fired: ContextRule[] = [];
  let tested = 0;
  for (const rule of rules) {
    if (patience?.isOver()) patience.unjudged.push(rule);
    else if (allHold(rule.when, variables, regexes)) fired.push(rule);
    tested += 1;
    if (tested % rulesInStep === 0) yield;
  }
  return fired;
}

/** Fields of all conditions of evaluated rules that were not missing, sorted; a muted rule is not evaluated. */
function variablesUsed(engines: readonly ReadyEngine[], variables: Variables): string[] {
  const fields = engines.flatMap(
    ({ acting, compiled }) => compiled?.fieldsGiven(variables) ?? fieldsGiven(acting, variables),
  );
  return [...new Set(fields)].toSorted(compareCodeUnits);
}

const fieldsGiven = ({ fields }: ActingRules, variables: Variables): string[] =>
  fields.filter(field => !isMissing(variables.get(field)));
