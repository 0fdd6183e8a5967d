import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import type { EngineUpdate, EvaluationUpdate, RuleRow } from '../worker/protocol.ts';

/** How one engine's rules fare. Objects of rules that did not change stay the same. */
interface EngineOutcome {
  /** In the current sample, by priority; a disabled engine is explained as if it were on. */
  readonly rules: readonly ExplainedRule[];
  readonly byRule: ReadonlyMap<string, ExplainedRule>;
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, RuleRow>;
}

export interface EvaluationResults {
  readonly engines: Readonly<Record<string, EngineOutcome>>;
  /** Samples that are well-formed requests. */
  readonly sampleIds: readonly string[];
  /** Prefixed variables of the current sample. */
  readonly variables: ReadonlyMap<string, unknown>;
}

export const selectSampleIds = (results: EvaluationResults) => results.sampleIds;

export const noResults: EvaluationResults = { engines: {}, sampleIds: [], variables: new Map() };
const noOutcome: EngineOutcome = { rules: [], byRule: new Map(), order: [], rows: new Map() };

/** The results after what the worker told. */
export function takeUpdate(before: EvaluationResults, update: EvaluationUpdate): EvaluationResults {
  const sampleIds = update.sampleIds ?? before.sampleIds;
  const words = Math.ceil(sampleIds.length / 32);
  // What was explained for another sample says nothing about this one.
  const kept = update.variables === undefined ? before.engines : withoutExplanations(before.engines);
  const changed = Object.entries(update.engines);
  const engines: Record<string, EngineOutcome> = { ...kept };
  for (const [id, news] of changed) {
    if (news === null) delete engines[id];
    else engines[id] = updatedEngine(engines[id] ?? noOutcome, news, words);
  }
  return {
    engines: changed.length === 0 ? kept : engines,
    sampleIds,
    variables: update.variables ?? before.variables,
  };
}

/** True when the rule of this row fires in the sample at `column`. */
export function firesAt(bits: Uint32Array | undefined, column: number): boolean {
  return bits !== undefined && column >= 0 && (((bits[column >>> 5] ?? 0) >>> (column & 31)) & 1) === 1;
}

/** Ids of the rules that fire in a sample, by priority. */
export function firedRuleIds(outcome: EngineOutcome | undefined, column: number): string[] {
  return outcome?.order.filter(id => firesAt(outcome.rows.get(id)?.working, column)) ?? [];
}

function withoutExplanations(engines: EvaluationResults['engines']): Record<string, EngineOutcome> {
  return Object.fromEntries(
    Object.entries(engines).map(([id, outcome]) => [id, { ...outcome, rules: [], byRule: new Map() }]),
  );
}

function updatedEngine(before: EngineOutcome, news: EngineUpdate, words: number): EngineOutcome {
  const order = news.order ?? before.order;
  const isTold = news.order && new Set(news.order);
  const isGone = isTold && ((id: string) => !isTold.has(id));
  const byRule = merged(
    before.byRule,
    (news.explained ?? []).map(rule => [rule.rule_id, rule]),
    isGone,
  );
  const rows = merged(before.rows, unpacked(news, words), isGone);
  const rules =
    byRule === before.byRule && order === before.order
      ? before.rules
      : order.flatMap(id => byRule.get(id) ?? []);
  return { order, byRule, rows, rules };
}

function merged<Value>(
  before: ReadonlyMap<string, Value>,
  news: readonly (readonly [string, Value])[],
  isGone: ((id: string) => boolean) | undefined,
): ReadonlyMap<string, Value> {
  const gone = isGone ? [...before.keys()].filter(isGone) : [];
  if (news.length === 0 && gone.length === 0) return before;
  const after = new Map(before);
  for (const id of gone) after.delete(id);
  for (const [id, value] of news) after.set(id, value);
  return after;
}

function unpacked({ rows }: EngineUpdate, words: number): [string, RuleRow][] {
  if (!rows) return [];
  return rows.ruleIds.map((id, at) => [
    id,
    {
      working: rows.working.subarray(at * words, (at + 1) * words),
      saved: rows.saved.subarray(at * words, (at + 1) * words),
    },
  ]);
}
