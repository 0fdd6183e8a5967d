import { buildLookup } from '../../electron/engine/rules/build-lookup.ts';
import { evaluateRules } from '../../electron/engine/rules/evaluate-rules.ts';
import { possibleVariables } from '../../electron/engine/rules/possible-variables.ts';
import { createRegexCache, type RegexCache } from '../../electron/engine/rules/regex-cache.ts';
import type { ExplainedRule, RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import { type ContextRequest, requestSchema } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { PossibleVariable } from '../../shared/model/variable.ts';
import type { EngineOutcome, EvaluationChanges, EvaluationResults, SampleOutcome } from './protocol.ts';

interface EngineCells {
  working: ContextRuleEngine | null;
  saved: ContextRuleEngine | null;
  /** Outcome per sample; filled as needed, emptied when the engine or the sample changes. */
  cells: Map<string, { working: Verdict; saved: Verdict }>;
}

interface Verdict {
  readonly fired: readonly string[];
  readonly memories: readonly string[];
}

export interface EvaluationMemory {
  readonly engines: Map<string, EngineCells>;
  readonly memories: Map<string, PersistentMemory>;
  readonly samples: Map<string, Sample>;
  /** Requests of the samples that are well-formed; the others evaluate to nothing. */
  readonly requests: Map<string, ContextRequest>;
  readonly regexes: RegexCache;
  possibleVariables: readonly PossibleVariable[];
  current: string | null;
}

const nothing: Verdict = { fired: [], memories: [] };

export function emptyEvaluationMemory(): EvaluationMemory {
  return {
    engines: new Map(),
    memories: new Map(),
    samples: new Map(),
    requests: new Map(),
    regexes: createRegexCache(),
    possibleVariables: [],
    current: null,
  };
}

/** Takes changes in and evaluates only the engine and sample pairs that they touch. */
export function evaluateDocuments(memory: EvaluationMemory, changes: EvaluationChanges): EvaluationResults {
  takeEach(changes.engines, (id, versions) =>
    setOrDelete(memory.engines, id, versions && { ...versions, cells: new Map() }),
  );
  takeEach(changes.memories, (id, definition) => setOrDelete(memory.memories, id, definition));
  takeEach(changes.samples, (id, sample) => takeSample(memory, id, sample));
  if (changes.currentSample !== undefined) memory.current = changes.currentSample;
  if (changes.engines || changes.memories || changes.samples) memory.possibleVariables = variablesOf(memory);
  fillCells(memory);
  return results(memory);
}

function takeEach<Value>(
  entries: Readonly<Record<string, Value>> | undefined,
  take: (id: string, value: Value) => void,
): void {
  for (const [id, value] of Object.entries(entries ?? {})) take(id, value);
}

function setOrDelete<Value>(map: Map<string, Value>, id: string, value: Value | null): void {
  if (value === null) map.delete(id);
  else map.set(id, value);
}

function takeSample(memory: EvaluationMemory, id: string, sample: Sample | null): void {
  for (const { cells } of memory.engines.values()) cells.delete(id);
  setOrDelete(memory.samples, id, sample);
  const isRequest = sample !== null && requestSchema.safeParse(sample.request).success;
  setOrDelete(memory.requests, id, isRequest ? (sample.request as ContextRequest) : null); // just judged; the original keeps every key
}

function variablesOf({ engines, memories, samples }: EvaluationMemory): readonly PossibleVariable[] {
  const working = [...engines.values()].flatMap(engine => engine.working ?? []);
  return possibleVariables(working, [...memories.values()], [...samples.values()]);
}

function fillCells(memory: EvaluationMemory): void {
  for (const engine of memory.engines.values()) {
    for (const [sampleId, request] of memory.requests) {
      if (engine.cells.has(sampleId)) continue;
      const working = verdict(engine.working, request, memory.regexes);
      engine.cells.set(sampleId, {
        working,
        saved: engine.saved === engine.working ? working : verdict(engine.saved, request, memory.regexes),
      });
    }
    for (const sampleId of engine.cells.keys())
      if (!memory.requests.has(sampleId)) engine.cells.delete(sampleId);
  }
}

function verdict(engine: ContextRuleEngine | null, request: ContextRequest, regexes: RegexCache): Verdict {
  if (!engine) return nothing;
  const evaluation = evaluateRules(withoutEngineChoice(request), [engine], { regexes });
  const matched = evaluation.engineResults.flatMap(result => result.matched_rules);
  const isNamed = request.rule_engine_ids?.includes(engine.id) ?? true;
  return { fired: matched.map(rule => rule.rule_id), memories: isNamed ? evaluation.matchedMemories : [] };
}

function results(memory: EvaluationMemory): EvaluationResults {
  const current = memory.current === null ? undefined : memory.requests.get(memory.current);
  const engines = [...memory.engines].map(([id, engine]) => [id, engineOutcome(engine, current)] as const);
  const samples = [...memory.requests.keys()].map(id => [id, sampleOutcome(memory, id)] as const);
  const variables = current ? buildLookup(current).variables : new Map<string, unknown>();
  return {
    engines: Object.fromEntries(engines),
    samples: Object.fromEntries(samples),
    variables,
    possibleVariables: memory.possibleVariables,
  };
}

function engineOutcome(engine: EngineCells, current: ContextRequest | undefined): EngineOutcome {
  const fired = [...engine.cells].map(([id, cell]) => [id, cell.working.fired] as const);
  const savedFired = [...engine.cells].map(([id, cell]) => [id, cell.saved.fired] as const);
  return {
    rules: explainedRules(engine.working, current),
    fired: Object.fromEntries(fired),
    savedFired: Object.fromEntries(savedFired),
  };
}

/** A disabled engine is explained as if it were on: the author wants to see what its rules would do. */
function explainedRules(
  engine: ContextRuleEngine | null,
  request: ContextRequest | undefined,
): readonly ExplainedRule[] {
  if (!engine || !request) return [];
  const evaluation: RuleEvaluation = evaluateRules(
    withoutEngineChoice(request),
    [{ ...engine, enabled: true }],
    { explain: true },
  );
  return evaluation.engineResults[0]?.rules ?? [];
}

function sampleOutcome(memory: EvaluationMemory, sampleId: string): SampleOutcome {
  const cells = [...memory.engines.values()].flatMap(engine => engine.cells.get(sampleId) ?? []);
  return {
    memories: [...new Set(cells.flatMap(cell => cell.working.memories))],
    savedMemories: [...new Set(cells.flatMap(cell => cell.saved.memories))],
  };
}

function withoutEngineChoice(request: ContextRequest): ContextRequest {
  const { rule_engine_ids: _chosen, ...rest } = request;
  return rest;
}
