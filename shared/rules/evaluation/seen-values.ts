import { asRequest } from '../../model/as-request.ts';
import type { ContextContract } from '../../model/context-contract.ts';
import { isJsonObject, isMissing } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import type { Condition, ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import { operators } from '../operators.ts';
import { buildLookup } from './build-lookup.ts';

/** Somewhere a value of a variable stands. */
export interface SeenPlace {
  readonly kind: 'sample' | 'recording' | 'rule' | 'memory' | 'contract';
  readonly name: string;
}

export interface SeenValue {
  readonly value: unknown;
  readonly places: readonly SeenPlace[];
}

/** A recorded request, by its id. */
export interface SeenRequest {
  readonly id: string;
  readonly request: unknown;
}

interface SeenIn {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly samples: readonly Sample[];
  readonly contracts: readonly ContextContract[];
  readonly recordings: readonly SeenRequest[];
}

interface ValueMention {
  readonly field: string;
  readonly value: unknown;
  readonly place: SeenPlace;
}

/** Values of every variable by its prefixed name, those that stand in most places first; of a list, its elements. */
export function seenValues(seen: SeenIn): ReadonlyMap<string, readonly SeenValue[]> {
  const byField = new Map<string, Map<string, { value: unknown; places: SeenPlace[] }>>();
  for (const { field, value, place } of mentionsIn(seen)) {
    const values = byField.get(field) ?? new Map();
    byField.set(field, values);
    const key = JSON.stringify(value);
    const known = values.get(key);
    if (!known) values.set(key, { value, places: [place] });
    else if (known.places.at(-1)?.name !== place.name) known.places.push(place);
  }
  return new Map(
    [...byField].map(([field, values]) => [
      field,
      [...values.values()].sort((left, right) => right.places.length - left.places.length),
    ]),
  );
}

function* mentionsIn({ engines, memories, samples, contracts, recordings }: SeenIn): Generator<ValueMention> {
  for (const sample of samples) yield* inRequest(sample.request, { kind: 'sample', name: sample.name });
  for (const { id, request } of recordings) yield* inRequest(request, { kind: 'recording', name: id });
  for (const { rules } of engines)
    for (const rule of rules) yield* inConditions(rule.when, { kind: 'rule', name: rule.name });
  for (const { name, when = [] } of contracts) yield* inConditions(when, { kind: 'contract', name });
  for (const { label, additional_variables } of memories)
    for (const variable of additional_variables)
      yield* elements(`addVar.${variable.name}`, variable.default, { kind: 'memory', name: label });
}

function* inRequest(request: unknown, place: SeenPlace): Generator<ValueMention> {
  // It may be half-written; what is large to judge whole is not needed here.
  if (!isJsonObject(request) || !isJsonObject(request.scope_variables)) return;
  for (const [field, value] of buildLookup(asRequest(request)).variables)
    yield* elements(field, value, place);
}

function* inConditions(when: readonly Condition[], place: SeenPlace): Generator<ValueMention> {
  for (const { field, operator, value } of when) {
    const { takes } = operators[operator];
    if (takes !== 'none' && takes !== 'pattern') yield* elements(field, value, place);
  }
}

/** What can be compared with: objects cannot. */
function* elements(field: string, value: unknown, place: SeenPlace): Generator<ValueMention> {
  for (const element of Array.isArray(value) ? value : [value])
    if (!isMissing(element) && typeof element !== 'object' && element !== '')
      yield { field, value: element, place };
}
