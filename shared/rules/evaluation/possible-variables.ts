import { groupBy } from '../../lists.ts';
import { checkShape } from '../../model/check-shape.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { isJsonEqual, isMissing } from '../../model/json.ts';
import type { PersistentMemory } from '../../model/memory.ts';
import { requestSchema } from '../../model/request.ts';
import type { Condition, ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import { scopeFields, scopes } from '../../model/scope.ts';
import type { PossibleVariable } from '../../model/variable.ts';
import { variableTypeOf } from '../../model/variable-type.ts';
import { isKnownField } from '../field-name.ts';
import { domainOf, operators } from '../operators.ts';
import { buildLookup } from './build-lookup.ts';

type Source = PossibleVariable['source'];
type Type = PossibleVariable['type'];

/** One place that speaks of a variable. */
interface VariableMention {
  readonly name: string;
  readonly source: Source;
  readonly type: Type;
  readonly usedBy?: string;
  readonly required?: boolean;
  readonly examples?: readonly unknown[];
}

/** Where a name has several sources, the first of these counts. */
const sourceOrder: readonly Source[] = ['rule', 'scope', 'memory', 'sample'];
/**
 * Whom to believe about a type: a declaration before an observation, that before what a standard field usually is (its
 * requests may have numbers in it), and a guess from a rule's constant last.
 */
const typeOrder: readonly Source[] = ['memory', 'sample', 'scope', 'rule'];
const maxExamples = 5;

/**
 * Every variable a rule could ask for, sorted by name. `used_by` holds `<engine>/<rule>` for rules and
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

function standardFields(): VariableMention[] {
  const text: VariableMention = { name: 'input.text', source: 'scope', type: 'string' };
  const fields = scopes.flatMap(scope =>
    scopeFields[scope].map(
      (field): VariableMention => ({ name: `scope.${scope}.${field}`, source: 'scope', type: 'string' }),
    ),
  );
  return [text, ...fields];
}

function mentionsOfEngine(engine: ContextRuleEngine): VariableMention[] {
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
function constantsOf(condition: Condition): Pick<VariableMention, 'type' | 'examples'> {
  const { takes } = operators[condition.operator];
  if (takes === 'number') return { type: 'number' };
  if (takes === 'text' || takes === 'pattern') return { type: 'string' };
  const domain = domainOf(condition);
  if (domain?.kind === 'range') return { type: 'number' };
  if (domain?.kind !== 'one_of' && domain?.kind !== 'none_of') return { type: 'unknown' };
  return { type: variableTypeOf(domain.values[0]), examples: domain.values };
}

function mentionsOfMemory(memory: PersistentMemory): VariableMention[] {
  const ids = memory.inputs_scope.map(
    (scope): VariableMention => ({
      name: `scope.${scope}.${scopeFields[scope][0]}`,
      source: 'memory',
      // It asks for the field, and says nothing of its type.
      type: 'unknown',
      usedBy: memory.id,
      required: true,
    }),
  );
  const declared = memory.additional_variables.map(
    (variable): VariableMention => ({
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
function mentionsOfSample(sample: Sample): VariableMention[] {
  const request = checkShape(requestSchema, sample.request);
  if (!request.ok) return [];
  return [...buildLookup(request.value).variables].map(([name, value]) => ({
    name,
    source: 'sample',
    type: variableTypeOf(value),
    examples: [value],
  }));
}

function joinMentions(name: string, mentions: readonly VariableMention[]): PossibleVariable {
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
function joinedType(mentions: readonly VariableMention[]): Type {
  for (const source of typeOrder) {
    const types = new Set(mentions.filter(mention => mention.source === source).map(mention => mention.type));
    types.delete('unknown');
    const [type] = types;
    if (type !== undefined) return types.size === 1 ? type : 'unknown';
  }
  return 'unknown';
}

function distinctExamples(mentions: readonly VariableMention[]): unknown[] {
  const examples: unknown[] = [];
  for (const example of mentions.flatMap(mention => mention.examples ?? [])) {
    if (examples.length === maxExamples) break;
    const isNew = !isMissing(example) && !examples.some(known => isJsonEqual(known, example));
    if (isNew) examples.push(example);
  }
  return examples;
}
