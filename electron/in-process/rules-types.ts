import type { ErrorCode } from '../../shared/contract/errors.ts';
import type { ConditionResult, RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { Finding } from '../../shared/model/finding.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { RuleFix } from '../../shared/model/rule-fix.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { PossibleVariable } from '../../shared/model/variable.ts';

// Types only: this text is part of the published declarations.

export interface RulesToAnalyze {
  readonly engines: readonly ContextRuleEngine[];
  /** Where absent nothing is said about memories that are unknown or unused. */
  readonly memories?: readonly PersistentMemory[] | undefined;
  /** Types of variables are inferred from them. */
  readonly samples?: readonly Sample[] | undefined;
}

/** Evaluates the same engines again and again; they are compiled once. */
export interface RuleEvaluator {
  /** Which rules fire. Fails with `invalid_input` and all errors where the request is none. */
  evaluate(
    request: ContextRequest,
    options?: { readonly explain?: boolean | undefined; readonly engineId?: string | undefined },
  ): RuleEvaluation;
}

/** An operator of conditions, for whoever draws an editor. */
export interface OperatorDescription {
  readonly operator: Condition['operator'];
  /** As in "phase starts with ...". */
  readonly label: string;
  /** What stands behind it. */
  readonly takes: string;
}

/** The language of rules: without a platform, so that it runs in pages, workers and at the edge. */
export interface Rules {
  /** An evaluator of these engines. Fails with `invalid_input` where one is none. */
  createEvaluator(engines: readonly ContextRuleEngine[]): RuleEvaluator;
  /** All problems of an engine; none where it can be used. Paths start at the engine. */
  checkEngine(engine: unknown): Problem[];
  /** Whether one condition holds for variables by their full names, with the reason where it does not. */
  testCondition(condition: Condition, variables: Readonly<Record<string, unknown>>): ConditionResult;
  /** What static analysis finds: rules that never fire, duplicates, unknown memories and others; errors first. */
  analyze(input: RulesToAnalyze): Finding[];
  /** The smallest change of a request that makes a rule fire. */
  fixRule(rule: ContextRule, request: ContextRequest): RuleFix;
  /** A rule as a sentence in English. */
  describeRule(rule: Pick<ContextRule, 'when' | 'then'>): string;
  /** Every variable that a rule could ask for. */
  possibleVariables(input: RulesToAnalyze): PossibleVariable[];
  /** All operators, in the order of the catalogue. */
  readonly operators: readonly OperatorDescription[];
}

/** The codes of `WeftError`. */
export type WeftErrorCode = ErrorCode;
