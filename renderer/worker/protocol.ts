import type { BehaviourDifference } from '../../shared/model/behaviour-difference.ts';
import type { ContextContract, ContractVerdict } from '../../shared/model/context-contract.ts';
import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import type { Finding, FindingRule } from '../../shared/model/finding.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { RuleFix } from '../../shared/model/rule-fix.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { PossibleVariable } from '../../shared/model/variable.ts';
import type { ComparedDefinitions } from '../../shared/rules/behaviour/compare-definitions.ts';

/** One version of an engine: a number is the rule at that place of the version before, anything else is new. */
export interface VersionChange {
  /** Everything but the rules. */
  readonly engine: ContextRuleEngine;
  readonly rules: readonly (number | ContextRule)[];
}

/** Absent versions did not change; `working` means that the saved version is the working one. */
export interface EngineChange {
  readonly working?: VersionChange | null;
  readonly saved?: VersionChange | 'working' | null;
}

/** What changed since the last message; absent keys did not. `null` removes. */
export interface DocumentChanges {
  readonly engines?: Readonly<Record<string, EngineChange | null>>;
  readonly memories?: Readonly<Record<string, PersistentMemory | null>>;
  readonly samples?: Readonly<Record<string, Sample | null>>;
  readonly contracts?: Readonly<Record<string, ContextContract | null>>;
  readonly currentSample?: string | null;
}

/** Bits of several rules, one after the other, each as many words as the samples need. */
export interface PackedRows {
  readonly ruleIds: readonly string[];
  readonly working: Uint32Array;
  readonly saved: Uint32Array;
}

/** What changed in how one engine's rules fare; absent parts did not. */
export interface EngineUpdate {
  /** Ids of the working rules by priority. */
  readonly order?: readonly string[];
  /** Rules in the current sample; those not named stay as they are. */
  readonly explained?: readonly ExplainedRule[];
  readonly rows?: PackedRows;
}

export interface EvaluationUpdate {
  readonly engines: Readonly<Record<string, EngineUpdate | null>>;
  /** Samples in the order of the bits, where it changed: then every row follows. */
  readonly sampleIds?: readonly string[];
  /** Prefixed variables of the current sample, where they changed. */
  readonly variables?: ReadonlyMap<string, unknown>;
}

/** Something to mend in a definition, found without running it. */
export interface DefinitionProblem {
  readonly kind: 'engines' | 'memories' | 'contracts';
  /** Id of the definition. */
  readonly id: string;
  readonly severity: Finding['severity'];
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly ruleId?: string;
  /** Index of the condition it is about. */
  readonly condition?: number;
  /** Every rule it speaks of, the first being the one to look at. */
  readonly rules?: readonly FindingRule[];
  readonly memories?: readonly string[];
  /** True where a regex prevents exactness. */
  readonly possible?: boolean;
  /** A request that shows it. */
  readonly witness?: ContextRequest;
  /** Of a broken contract: the rules that are saved keep it. */
  readonly byEdit?: boolean;
}

export interface Analysis {
  readonly problems: readonly DefinitionProblem[];
  /** Every variable a rule could ask for. */
  readonly possibleVariables: readonly PossibleVariable[];
  /** By id, of contracts that hang on rules alone. */
  readonly verdicts: Readonly<Record<string, ContractVerdict>>;
}

export interface FixQuestion {
  readonly number: number;
  readonly engineId: string;
  readonly ruleId: string;
  readonly sampleId: string;
}

/** How a rule that is on ends in a sample: one that does not fire ends as the first condition that keeps it. */
export type RuleState = 'fired' | 'failed' | 'missing' | 'error';

export interface StatesQuestion {
  readonly number: number;
  readonly engineId: string;
  readonly ruleId: string;
  /** Well-formed requests, in the order of the answer. */
  readonly sampleIds: readonly string[];
}

export type AnalysisMessage =
  | { readonly kind: 'changes'; readonly changes: DocumentChanges }
  | ({ readonly kind: 'fix' } & FixQuestion)
  | ({ readonly kind: 'states' } & StatesQuestion);

export type AnalysisAnswer =
  /** What of it is otherwise than told before. */
  | { readonly kind: 'analysis'; readonly analysis: Partial<Analysis> }
  | { readonly kind: 'fix'; readonly number: number; readonly fix: RuleFix | null }
  | { readonly kind: 'states'; readonly number: number; readonly states: readonly RuleState[] | null };

/** Two states of the rules whose behaviour is compared; an engine or memory that both have came as one object. */
export interface ComparisonQuestion {
  readonly number: number;
  readonly before: ComparedDefinitions;
  readonly after: ComparedDefinitions;
  readonly samples: readonly Sample[];
}

export interface ComparisonAnswer {
  readonly number: number;
  readonly difference: BehaviourDifference;
}

/** In which samples a rule fires, now and as saved: one bit a sample, in the order of `sampleIds`. */
export interface RuleRow {
  readonly working: Uint32Array;
  readonly saved: Uint32Array;
}
