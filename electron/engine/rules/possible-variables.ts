import { checkShape } from '../../../shared/model/check-shape.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { isJsonEqual, isMissing } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import type { Condition, ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { scopeFields, scopes } from '../../../shared/model/scope.ts';
import type { PossibleVariable } from '../../../shared/model/variable.ts';
import { isKnownField } from '../../../shared/rules/field-name.ts';
import { groupBy } from '../group-by.ts';
import { buildLookup } from './build-lookup.ts';
import { variableTypeOf } from './variable-type.ts';

type Source = PossibleVariable['source'];
type Type = PossibleVariable['type'];

/** One place that speaks of a variable. */
interface Mention {
  readonly name: string;
  readonly source: Source;
  readonly type: Type;
  readonly usedBy?: string;
  readonly required?: boolean;
  readonly examples?: readonly unknown[];
}

/** Where a name has several sources, the first of these counts (V1). */
const sourceOrder: readonly Source[] = ['rule', 'scope', 'memory', 'sample'];
/** Whom to believe about a type: a declaration before an observation before a guess from a rule's constant. */
const typeOrder: readonly Source[] = ['memory', 'scope', 'sample', 'rule'];
const maxExamples = 5;

/**
 * Every variable a rule could ask for (V1), sorted by name. `used_by` holds `<engine>/<rule>` for rules and
 * the id for memories; `examples` are values from samples, defaults and rules, at most five.
 */
export function possibleVariables(
  engines: readonly ContextRuleEngine[],
  memories: readonly PersistentMemory[],
  samples: readonly Sample[],
): PossibleVariable[] {
  const mentions = [
    ...standardFields(),
    ...samples.flatMap(mentionsOfSample),
    ...memories.flatMap(mentionsOfMemory),
    ...engines.flatMap(mentionsOfEngine),
  ];
  const byName = groupBy(mentions, mention => mention.name);
  return [...byName]
    .map(([name, group]) => joinMentions(name, group))
    .toSorted((left, right) => compareCodeUnits(left.name, right.name));
}

function standardFields(): Mention[] {
  const text: Mention = { name: 'input.text', source: 'scope', type: 'string' };
  const fields = scopes.flatMap(scope =>
    scopeFields[scope].map(
      (field): Mention => ({ name: `scope.${scope}.${field}`, source: 'scope', type: 'string' }),
    ),
  );
  return [text, ...fields];
}

function mentionsOfEngine(engine: ContextRuleEngine): Mention[] {
  return engine.rules.flatMap(rule =>
    rule.when
      .filter(condition => isKnownField(condition.field))
      .map(condition => ({
        name: condition.field,
        source: 'rule',
        usedBy: `${engine.id}/${rule.id}`,
        ...constantsOf(condition),
      })),
  );
}

/** What a condition's constant says about its variable. */
function constantsOf(condition: Condition): Pick<Mention, 'type' | 'examples'> {
  const { operator, value } = condition;
  switch (operator) {
    case 'eq':
    case 'neq':
      return { type: variableTypeOf(value), examples: [value] };
    case 'in':
    case 'not_in':
      return Array.isArray(value) ? { type: variableTypeOf(value[0]), examples: value } : { type: 'unknown' };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { type: 'number' };
    case 'starts_with':
    case 'ends_with':
    case 'regex':
      return { type: 'string' };
    default:
      return { type: 'unknown' };
  }
}

function mentionsOfMemory(memory: PersistentMemory): Mention[] {
  const ids = memory.inputs_scope.map(
    (scope): Mention => ({
      name: `scope.${scope}.${scopeFields[scope][0]}`,
      source: 'memory',
      type: 'string',
      usedBy: memory.id,
      required: true,
    }),
  );
  const declared = memory.additional_variables.map(
    (variable): Mention => ({
      name: `addVar.${variable.name}`,
      source: 'memory',
      type: variable.type,
      usedBy: memory.id,
      required: variable.required === true,
      examples: [variable.default],
    }),
  );
  return [...ids, ...declared];
}

/** A sample's request may be half-written; what is not a request has no variables. */
function mentionsOfSample(sample: Sample): Mention[] {
  const request = checkShape(requestSchema, sample.request);
  if (!request.ok) return [];
  return [...buildLookup(request.value).variables].map(([name, value]) => ({
    name,
    source: 'sample',
    type: variableTypeOf(value),
    examples: [value],
  }));
}

function joinMentions(name: string, mentions: readonly Mention[]): PossibleVariable {
  const source = sourceOrder.find(candidate => mentions.some(mention => mention.source === candidate));
  const examples = distinctExamples(mentions);
  return {
    name,
    type: joinedType(mentions),
    source: source ?? 'scope',
    ...(mentions.some(mention => mention.required === true) && { required: true }),
    used_by: [...new Set(mentions.flatMap(mention => mention.usedBy ?? []))].toSorted(compareCodeUnits),
    ...(examples.length > 0 && { examples }),
  };
}

/** The types the most trustworthy source gives; `unknown` when it contradicts itself. */
function joinedType(mentions: readonly Mention[]): Type {
  for (const source of typeOrder) {
    const types = new Set(mentions.filter(mention => mention.source === source).map(mention => mention.type));
    types.delete('unknown');
    const [type] = types;
    if (type !== undefined) return types.size === 1 ? type : 'unknown';
  }
  return 'unknown';
}

function distinctExamples(mentions: readonly Mention[]): unknown[] {
  const examples: unknown[] = [];
  for (const example of mentions.flatMap(mention => mention.examples ?? [])) {
    if (examples.length === maxExamples) break;
    const isNew = !isMissing(example) && !examples.some(known => isJsonEqual(known, example));
    if (isNew) examples.push(example);
  }
  return examples;
}
