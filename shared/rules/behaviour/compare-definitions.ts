import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { isJsonEqual } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';

/** The definitions of one state of a project. */
export interface ComparedDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

/** Something that was added, removed or changed; `fields` are the top-level keys that differ, for changes only. */
export interface DefinitionDifference {
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string;
  readonly name: string;
  readonly fields: readonly string[];
}

/** `order` among the fields: rules that both states have stand in another order, which counts between equal priorities. */
export interface EngineDifference extends DefinitionDifference {
  readonly rules: readonly DefinitionDifference[];
}

export interface StructureDifference {
  readonly engines: readonly EngineDifference[];
  readonly memories: readonly DefinitionDifference[];
}

/** What differs between two states in structure: engines, rules and memories by id, never by their place in a file. */
export function compareDefinitions(
  before: ComparedDefinitions,
  after: ComparedDefinitions,
): StructureDifference {
  return {
    engines: pairsById(before.engines, after.engines).flatMap(([left, right]) => compareEngines(left, right)),
    memories: pairsById(before.memories, after.memories).flatMap(([left, right]) =>
      difference(left, right, memory => memory.label, changedFields(left, right)),
    ),
  };
}

type Pair<Value> = readonly [before: Value | undefined, after: Value | undefined];

/** Both states of everything, by id. */
function pairsById<Value extends { readonly id: string }>(
  before: readonly Value[],
  after: readonly Value[],
): Pair<Value>[] {
  const left = new Map(before.map(value => [value.id, value]));
  const right = new Map(after.map(value => [value.id, value]));
  const ids = [...new Set([...left.keys(), ...right.keys()])].sort(compareCodeUnits);
  return ids.map(id => [left.get(id), right.get(id)]);
}

function compareEngines(
  before: ContextRuleEngine | undefined,
  after: ContextRuleEngine | undefined,
): EngineDifference[] {
  const pairs = pairsById<ContextRule>(before?.rules ?? [], after?.rules ?? []);
  const rules = pairs.flatMap(([left, right]) =>
    difference(left, right, rule => rule.name, changedFields(left, right)),
  );
  const own = changedFields(before, after).filter(field => field !== 'rules');
  const fields = isReordered(before, after) ? [...own, 'order'] : own;
  if (before !== undefined && after !== undefined && fields.length === 0 && rules.length > 0)
    return [{ change: 'changed', id: after.id, name: after.name, fields: [], rules }];
  return difference(before, after, engine => engine.name, fields).map(found => ({ ...found, rules }));
}

function difference<Value extends { readonly id: string }>(
  before: Value | undefined,
  after: Value | undefined,
  nameOf: (value: Value) => string,
  fields: readonly string[],
): DefinitionDifference[] {
  const value = after ?? before;
  if (value === undefined) return [];
  const named = { id: value.id, name: nameOf(value) };
  if (before === undefined) return [{ change: 'added', ...named, fields: [] }];
  if (after === undefined) return [{ change: 'removed', ...named, fields: [] }];
  return fields.length === 0 ? [] : [{ change: 'changed', ...named, fields }];
}

/** Top-level keys whose values differ; none where one state is missing. */
function changedFields(before: object | undefined, after: object | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const left = new Map<string, unknown>(Object.entries(before));
  const right = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    key => left.has(key) !== right.has(key) || !isJsonEqual(left.get(key), right.get(key)),
  );
}

function isReordered(before: ContextRuleEngine | undefined, after: ContextRuleEngine | undefined): boolean {
  const left = (before?.rules ?? []).map(({ id }) => id);
  const right = (after?.rules ?? []).map(({ id }) => id);
  const common = left.filter(id => right.includes(id));
  return !isJsonEqual(
    common,
    right.filter(id => left.includes(id)),
  );
}
