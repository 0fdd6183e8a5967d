import type {
  DefinitionDifference,
  EngineDifference,
  StructureDifference,
} from '../../model/behaviour-difference.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { isJsonEqual } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { mapInSteps, sortInSteps } from '../../stretches.ts';

/** The definitions of one state of a project. */
export interface ComparedDefinitions {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

/** What differs between two states in structure: engines, rules and memories by id, never by their place in a file. Stops again and again. */
export function* compareDefinitions(
  before: ComparedDefinitions,
  after: ComparedDefinitions,
): Generator<void, StructureDifference> {
  const engines: EngineDifference[] = [];
  for (const [left, right] of yield* pairsById(before.engines, after.engines))
    engines.push(...(yield* compareEngines(left, right)));
  const memories = yield* mapInSteps(yield* pairsById(before.memories, after.memories), ([left, right]) =>
    difference(left, right, memory => memory.label, changedFields(left, right)),
  );
  return { engines, memories: memories.flat() };
}

type Pair<Value> = readonly [before: Value | undefined, after: Value | undefined];

/** Both states of everything, by id. */
function* pairsById<Value extends { readonly id: string }>(
  before: readonly Value[],
  after: readonly Value[],
): Generator<void, Pair<Value>[]> {
  const left = new Map(before.map(value => [value.id, value]));
  yield;
  const right = new Map(after.map(value => [value.id, value]));
  yield;
  const ids = yield* sortInSteps([...new Set([...left.keys(), ...right.keys()])], compareCodeUnits);
  return ids.map(id => [left.get(id), right.get(id)]);
}

function* compareEngines(
  before: ContextRuleEngine | undefined,
  after: ContextRuleEngine | undefined,
): Generator<void, EngineDifference[]> {
  yield;
  // Studio and worker keep what was not edited as the same object.
  if (before === after) return [];
  const pairs = yield* pairsById<ContextRule>(before?.rules ?? [], after?.rules ?? []);
  const each = yield* mapInSteps(pairs, ([left, right]) =>
    difference(left, right, rule => rule.name, changedFields(left, right)),
  );
  const rules = each.flat();
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
  fields: string[],
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
  if (before === undefined || after === undefined || before === after) return [];
  const left = new Map<string, unknown>(Object.entries(before));
  const right = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    key => left.has(key) !== right.has(key) || !isJsonEqual(left.get(key), right.get(key)),
  );
}

function isReordered(before: ContextRuleEngine | undefined, after: ContextRuleEngine | undefined): boolean {
  const left = (before?.rules ?? []).map(({ id }) => id);
  const right = (after?.rules ?? []).map(({ id }) => id);
  const [had, has] = [new Set(left), new Set(right)];
  return !isJsonEqual(
    left.filter(id => has.has(id)),
    right.filter(id => had.has(id)),
  );
}
