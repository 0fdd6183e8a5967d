import { buildLookup } from '../../electron/engine/rules/build-lookup.ts';
import { evaluateRules } from '../../electron/engine/rules/evaluate-rules.ts';
import type { ExplainedRule, RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import { type ContextRequest, requestSchema } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
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
  readonly samples: Map<string, ContextRequest>;
  current: string | null;
}

const nothing: Verdict = { fired: [], memories: [] };

export function emptyEvaluationMemory(): EvaluationMemory {
  return { engines: new Map(), samples: new Map(), current: null };
}

/** Takes changes in and evaluates only the engine and sample pairs that they touch. */
export function evaluateDocuments(memory: EvaluationMemory, changes: EvaluationChanges): EvaluationResults {
  for (const [id, versions] of Object.entries(changes.engines ?? {})) {
    if (versions) memory.engines.set(id, { ...versions, cells: new Map() });
    else memory.engines.delete(id);
  }
  for (const [id, request] of Object.entries(changes.samples ?? {})) takeSample(memory, id, request);
  if (changes.currentSample !== undefined) memory.current = changes.currentSample;
  fillCells(memory);
  return results(memory);
}

function takeSample(memory: EvaluationMemory, id: string, request: JsonObject | null): void {
  for (const { cells } of memory.engines.values()) cells.delete(id);
  const judged = requestSchema.safeParse(request);
  if (request && judged.success)
    memory.samples.set(id, request as ContextRequest); // just judged; the original keeps every key
  else memory.samples.delete(id);
}

function fillCells(memory: EvaluationMemory): void {
  for (const engine of memory.engines.values()) {
    for (const [sampleId, request] of memory.samples) {
      if (engine.cells.has(sampleId)) continue;
      const working = verdict(engine.working, request);
      engine.cells.set(sampleId, {
        working,
        saved: engine.saved === engine.working ? working : verdict(engine.saved, request),
      });
    }
    for (const sampleId of engine.cells.keys())
      if (!memory.samples.has(sampleId)) engine.cells.delete(sampleId);
  }
}

function verdict(engine: ContextRuleEngine | null, request: ContextRequest): Verdict {
  if (!engine) return nothing;
  const evaluation = evaluateRules(withoutEngineChoice(request), [engine]);
  const matched = evaluation.engineResults.flatMap(result => result.matched_rules);
  const isNamed = request.rule_engine_ids?.includes(engine.id) ?? true;
  return { fired: matched.map(rule => rule.rule_id), memories: isNamed ? evaluation.matchedMemories : [] };
}

function results(memory: EvaluationMemory): EvaluationResults {
  const current = memory.current === null ? undefined : memory.samples.get(memory.current);
  const engines = [...memory.engines].map(([id, engine]) => [id, engineOutcome(engine, current)] as const);
  const samples = [...memory.samples.keys()].map(id => [id, sampleOutcome(memory, id)] as const);
  const variables = current ? buildLookup(current).variables : new Map<string, unknown>();
  return { engines: Object.fromEntries(engines), samples: Object.fromEntries(samples), variables };
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
