import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { rulePriority } from '../../shared/model/rule-defaults.ts';
import { explainRule } from '../../shared/rules/evaluation/explain-rule.ts';
import type { RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import type { Variables } from '../../shared/rules/evaluation/test-condition.ts';
import type { EngineVersions } from './document-mirror.ts';
import type { EngineUpdate, PackedRows } from './protocol.ts';
import type { RuleTable } from './rule-table.ts';

/** What was told of an engine, so that only news is told. */
export interface EngineView {
  readonly versions: EngineVersions | undefined;
  readonly order: readonly string[];
  readonly variables: Variables | undefined;
  readonly explained: ReadonlyMap<string, ContextRule>;
  readonly rows: ReadonlyMap<string, Bits>;
}

interface Bits {
  readonly working: Uint32Array;
  readonly saved: Uint32Array;
}

export const emptyView: EngineView = {
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
export function updateOfEngine(
  versions: EngineVersions,
  view: EngineView,
  evaluated: Evaluated,
): { readonly view: EngineView; readonly update: EngineUpdate } {
  const rules = versions.working?.rules ?? [];
  const order = versions === view.versions ? view.order : idsByPriority(rules);
  const explained = explainedRules(rules, view, evaluated);
  const rows = rowsOf(versions, evaluated.table);
  const changed = [...rows].filter(([id, bits]) => evaluated.all || !areSame(bits, view.rows.get(id)));
  const { variables } = evaluated;
  const isReordered = order.length !== view.order.length || order.some((id, at) => id !== view.order[at]);
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
function rowsOf({ working, saved }: EngineVersions, table: RuleTable): Map<string, Bits> {
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

function areSame(left: Bits, right: Bits | undefined): boolean {
  return right !== undefined && areEqual(left.working, right.working) && areEqual(left.saved, right.saved);
}

function areEqual(left: Uint32Array, right: Uint32Array): boolean {
  return left === right || (left.length === right.length && left.every((word, at) => word === right[at]));
}

function packed(rows: readonly (readonly [string, Bits])[], words: number): PackedRows {
  const working = new Uint32Array(rows.length * words);
  const saved = new Uint32Array(rows.length * words);
  for (const [at, [, bits]] of rows.entries()) {
    working.set(bits.working, at * words);
    saved.set(bits.saved, at * words);
  }
  return { ruleIds: rows.map(([id]) => id), working, saved };
}
