import { hasShape } from '../../shared/model/check-shape.ts';
import { compareCodeUnits } from '../../shared/model/compare-code-units.ts';
import { requestSchema } from '../../shared/model/request.ts';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { createRegexCache, type RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import type { Variables } from '../../shared/rules/evaluation/test-condition.ts';
import { changedVersions, type EngineVersions } from './document-mirror.ts';
import { type EngineView, emptyView, updateOfEngine } from './engine-view.ts';
import type { DocumentChanges, EngineUpdate, EvaluationUpdate } from './protocol.ts';
import { createRuleTable, type RuleTable } from './rule-table.ts';

export interface EvaluationMemory {
  readonly engines: Map<string, EngineVersions>;
  /** What the page knows of each engine. */
  readonly views: Map<string, EngineView>;
  /** Variables of the samples that are well-formed requests; the others evaluate to nothing. */
  readonly lookups: Map<string, Variables>;
  readonly table: RuleTable;
  readonly regexes: RegexCache;
  sampleIds: readonly string[];
  current: string | null;
}

/** Patterns that are kept: those of thousands of rules, and those that somebody is typing. */
const keptPatterns = 8192;

export function emptyEvaluationMemory(): EvaluationMemory {
  const regexes = createRegexCache(keptPatterns);
  return {
    engines: new Map(),
    views: new Map(),
    lookups: new Map(),
    table: createRuleTable(regexes),
    regexes,
    sampleIds: [],
    current: null,
  };
}

/** Takes changes in, evaluates only what they touch and tells only what came out differently. */
export function evaluateDocuments(memory: EvaluationMemory, changes: DocumentChanges): EvaluationUpdate {
  const before = currentVariables(memory);
  const gone = takeEngines(memory, changes.engines);
  const hasNewColumns = takeSamples(memory, changes.samples);
  if (changes.currentSample !== undefined) memory.current = changes.currentSample;
  const variables = currentVariables(memory);
  memory.table.fill([...everyRule(memory)]);
  const engines: Record<string, EngineUpdate | null> = Object.fromEntries(gone.map(id => [id, null]));
  for (const [id, versions] of memory.engines) {
    const { view, update } = updateOfEngine(versions, memory.views.get(id) ?? emptyView, {
      ...memory,
      variables,
      all: hasNewColumns,
    });
    memory.views.set(id, view);
    if (Object.keys(update).length > 0) engines[id] = update;
  }
  return {
    engines,
    ...(hasNewColumns && { sampleIds: memory.sampleIds }),
    ...(variables !== before && { variables: variables ?? new Map<string, unknown>() }),
  };
}

function currentVariables({ current, lookups }: EvaluationMemory): Variables | undefined {
  return current === null ? undefined : lookups.get(current);
}

/** Ids of the engines that are no more. */
function takeEngines(memory: EvaluationMemory, changes: DocumentChanges['engines']): string[] {
  const gone: string[] = [];
  for (const [id, change] of Object.entries(changes ?? {})) {
    if (change !== null) {
      memory.engines.set(id, changedVersions(memory.engines.get(id), change));
      continue;
    }
    memory.engines.delete(id);
    memory.views.delete(id);
    gone.push(id);
  }
  return gone;
}

/** True when samples came or went, so that every bit has a new place. */
function takeSamples(memory: EvaluationMemory, changes: DocumentChanges['samples']): boolean {
  const known = new Set(memory.lookups.keys());
  const changed = Object.entries(changes ?? {});
  for (const [id, sample] of changed) {
    const variables = variablesOf(sample);
    if (variables) memory.lookups.set(id, variables);
    else memory.lookups.delete(id);
  }
  const isSame = known.size === memory.lookups.size && [...memory.lookups.keys()].every(id => known.has(id));
  if (!isSame) {
    memory.sampleIds = [...memory.lookups.keys()].toSorted(compareCodeUnits);
    memory.table.setSamples(memory.sampleIds.flatMap(id => memory.lookups.get(id) ?? []));
    return true;
  }
  const rules = new Set(everyRule(memory));
  for (const [id] of changed) {
    const variables = memory.lookups.get(id);
    if (variables) memory.table.setSample(memory.sampleIds.indexOf(id), variables, rules);
  }
  return false;
}

function variablesOf(sample: Sample | null): Variables | undefined {
  const request = sample?.request;
  return hasShape(requestSchema, request) ? buildLookup(request).variables : undefined;
}

function* everyRule({ engines }: EvaluationMemory): Iterable<ContextRule> {
  for (const { working, saved } of engines.values()) {
    if (working) yield* working.rules;
    if (saved && saved !== working) yield* saved.rules;
  }
}
