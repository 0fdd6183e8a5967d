import { asRequest } from '../../shared/model/as-request.ts';
import { hasShape } from '../../shared/model/check-shape.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import { requestSchema } from '../../shared/model/request.ts';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { RuleFix } from '../../shared/model/rule-fix.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { fixRule } from '../../shared/rules/analysis/fix-rule.ts';
import {
  createIncrementalAnalysis,
  type IncrementalAnalysis,
} from '../../shared/rules/analysis/incremental-analysis.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { possibleVariables } from '../../shared/rules/evaluation/possible-variables.ts';
import { createRegexCache, type RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { conditionOutcome, type Variables } from '../../shared/rules/evaluation/test-condition.ts';
import { atOnce } from '../../shared/stretches.ts';
import { type ContractChecks, createContractChecks } from './contract-checks.ts';
import { createProblemFinder } from './definition-problems.ts';
import { changedVersions, type EngineVersions, takeEach } from './document-mirror.ts';
import type { Analysis, DocumentChanges, FixQuestion, RuleState, StatesQuestion } from './protocol.ts';

interface AnalysisMemory {
  readonly engines: Map<string, EngineVersions>;
  readonly memories: Map<string, PersistentMemory>;
  readonly samples: Map<string, Sample>;
  readonly contracts: Map<string, ContextContract>;
  readonly regexes: RegexCache;
  /** Judges anew only what an edit touched. */
  readonly analysis: IncrementalAnalysis;
  readonly finder: ReturnType<typeof createProblemFinder>;
  readonly states: ReturnType<typeof createRuleStates>;
  readonly checks: ContractChecks;
}

export function emptyAnalysisMemory(): AnalysisMemory {
  const regexes = createRegexCache(8192);
  return {
    engines: new Map(),
    memories: new Map(),
    samples: new Map(),
    contracts: new Map(),
    regexes,
    analysis: createIncrementalAnalysis(regexes),
    finder: createProblemFinder(),
    states: createRuleStates(regexes),
    checks: createContractChecks(regexes),
  };
}

/** Takes changes in; nothing is analysed yet. */
export function takeDocuments(memory: AnalysisMemory, changes: DocumentChanges): void {
  for (const [id, change] of Object.entries(changes.engines ?? {})) {
    if (change === null) memory.engines.delete(id);
    else memory.engines.set(id, changedVersions(memory.engines.get(id), change));
  }
  takeEach(memory.memories, changes.memories);
  takeEach(memory.samples, changes.samples);
  takeEach(memory.contracts, changes.contracts);
}

/** Decides what contracts come to now, for the analysis that is told next; stops often. */
export const checkContracts = ({ checks, ...memory }: AnalysisMemory): Generator<void, boolean> =>
  checks.decide(memory);

/**
 * Everything that can be said about the working definitions without running them; of contracts what was
 * decided last.
 */
export function analyzeDocuments(memory: AnalysisMemory): Analysis {
  const engines = [...memory.engines.values()].flatMap(({ working }) => working ?? []);
  const memories = [...memory.memories.values()];
  const samples = [...memory.samples.values()];
  const findings = atOnce(memory.analysis.analyze({ engines, memories, samples }));
  const { problems, verdicts } = memory.checks.told();
  return {
    problems: memory.finder.problems(engines, memory.memories, findings, problems),
    possibleVariables: possibleVariables(engines, memories, samples),
    verdicts,
  };
}

/** The smallest change of a sample that makes a rule fire; null when there is no such rule or request. */
export function fixFor(
  memory: AnalysisMemory,
  { engineId, ruleId, sampleId }: Omit<FixQuestion, 'number'>,
): RuleFix | null {
  const rule = ruleIn(memory, engineId, ruleId);
  const request = memory.samples.get(sampleId)?.request;
  if (!rule || !hasShape(requestSchema, request)) return null;
  return fixRule(rule, request, memory.regexes);
}

/** How a rule ends in each of these samples; null when it or one of them is gone. */
export function statesFor(
  memory: AnalysisMemory,
  { engineId, ruleId, sampleIds }: Omit<StatesQuestion, 'number'>,
): readonly RuleState[] | null {
  const rule = ruleIn(memory, engineId, ruleId);
  const samples = sampleIds.flatMap(id => memory.samples.get(id) ?? []);
  return rule && samples.length === sampleIds.length ? memory.states(rule, samples) : null;
}

const ruleIn = ({ engines }: AnalysisMemory, engineId: string, ruleId: string): ContextRule | undefined =>
  engines.get(engineId)?.working?.rules.find(({ id }) => id === ruleId);

/** Tells how a rule ends in samples, which are well-formed requests. */
export function createRuleStates(
  regexes: RegexCache,
): (rule: ContextRule, samples: readonly Sample[]) => readonly RuleState[] {
  const lookups = new WeakMap<Sample, Variables>();
  const variablesOf = (sample: Sample): Variables => {
    const variables = lookups.get(sample) ?? buildLookup(asRequest(sample.request)).variables; // well-formed
    lookups.set(sample, variables);
    return variables;
  };
  const stateIn = (rule: ContextRule, variables: Variables): RuleState => {
    for (const condition of rule.when) {
      const outcome = conditionOutcome(condition, variables, regexes);
      if (outcome !== 'matched') return outcome;
    }
    return 'fired';
  };
  return (rule, samples) => samples.map(sample => stateIn(rule, variablesOf(sample)));
}
