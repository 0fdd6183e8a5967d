import { areSame } from '../../shared/lists.ts';
import { hasShape } from '../../shared/model/check-shape.ts';
import { compareCodeUnits } from '../../shared/model/compare-code-units.ts';
import { requestSchema } from '../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { rulePriority } from '../../shared/model/rule-defaults.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { explainRule } from '../../shared/rules/evaluation/explain-rule.ts';
import { createRegexCache, type RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import type { Variables } from '../../shared/rules/evaluation/test-condition.ts';
import { changedVersions, type EngineVersions } from './document-mirror.ts';
import type { DocumentChanges, EngineUpdate, EvaluationUpdate, PackedRows, RuleRow } from './protocol.ts';
import { createRuleTable, type RuleTable } from './rule-table.ts';

interface EvaluationMemory {
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

/** What was told of an engine, so that only news is told. */
interface EngineView {
  readonly versions: EngineVersions | undefined;
  readonly order: readonly string[];
  readonly variables: Variables | undefined;
  readonly explained: ReadonlyMap<string, ContextRule>;
  readonly rows: ReadonlyMap<string, RuleRow>;
}

const emptyView: EngineView = {
  versions: undefined,
  order: [],
  variables: undefined,
  explained: new Map(),
  rows: new Map(),
};

interface Evaluated {
  readonly table: RuleTable;
  readonly regexes: RegexCache;
  /** Of the current sample. */
  readonly variables: Variables | undefined;
  /** Bits have new places. */
  readonly all: boolean;
}

/** What is new about an engine since `view`. */
function updateOfEngine(
  versions: EngineVersions,
  view: EngineView,
  evaluated: Evaluated,
): { readonly view: EngineView; readonly update: EngineUpdate } {
  const rules = versions.working?.rules ?? [];
  const order = versions === view.versions ? view.order : idsByPriority(rules);
  const explained = explainedRules(rules, view, evaluated);
  const rows = rowsOf(versions, evaluated.table);
  const changed = [...rows].filter(([id, bits]) => evaluated.all || !areEqual(bits, view.rows.get(id)));
  const { variables } = evaluated;
  const isReordered = !areSame(order, view.order);
  return {
    view: { versions, order, variables, rows, explained: new Map(rules.map(rule => [rule.id, rule])) },
    update: {
      ...(isReordered && { order }),
      ...(explained.length > 0 && { explained }),
      ...(changed.length > 0 && { rows: packed(changed, evaluated.table.words()) }),
    },
  };
}

function idsByPriority(rules: readonly ContextRule[]): string[] {
  return rules.toSorted((left, right) => rulePriority(right) - rulePriority(left)).map(({ id }) => id);
}

/** A disabled engine is explained as if it were on: the author wants to see what its rules would do. */
function explainedRules(
  rules: readonly ContextRule[],
  view: EngineView,
  { variables, regexes }: Evaluated,
): NonNullable<EngineUpdate['explained']> {
  if (!variables) return [];
  const isKnown = (rule: ContextRule) => variables === view.variables && view.explained.get(rule.id) === rule;
  return rules.filter(rule => !isKnown(rule)).map(rule => explainRule(rule, variables, regexes));
}

/** Nothing fires in an engine that is off. */
function rowsOf({ working, saved }: EngineVersions, table: RuleTable): Map<string, RuleRow> {
  const none = new Uint32Array(table.words());
  const bitsOf = (engine: ContextRuleEngine | null, rule: ContextRule | undefined) =>
    engine?.enabled && rule ? table.row(rule) : none;
  const savedRules = new Map(saved?.rules.map(rule => [rule.id, rule]));
  return new Map(
    working?.rules.map(rule => [
      rule.id,
      { working: bitsOf(working, rule), saved: bitsOf(saved, savedRules.get(rule.id)) },
    ]),
  );
}

function areEqual(left: RuleRow, right: RuleRow | undefined): boolean {
  return (
    right !== undefined &&
    areWordsEqual(left.working, right.working) &&
    areWordsEqual(left.saved, right.saved)
  );
}

function areWordsEqual(left: Uint32Array, right: Uint32Array): boolean {
  return left === right || (left.length === right.length && left.every((word, at) => word === right[at]));
}

function packed(rows: readonly (readonly [string, RuleRow])[], words: number): PackedRows {
  const working = new Uint32Array(rows.length * words);
  const saved = new Uint32Array(rows.length * words);
  for (const [at, [, bits]] of rows.entries()) {
    working.set(bits.working, at * words);
    saved.set(bits.saved, at * words);
  }
  return { ruleIds: rows.map(([id]) => id), working, saved };
}
