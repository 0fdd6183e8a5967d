import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { possibleVariables } from '../../rules/possible-variables.ts';
import { variableTypeOf } from '../../rules/variable-type.ts';
import type { ExplainInput } from './explain-target.ts';

/** Conditions that hold when a memory has what it misses: with values like those in samples, or with any value. */
export function neededConditions(
  memory: PersistentMemory,
  missing: readonly string[],
  { engines, memories, samples = [] }: ExplainInput,
  values: 'likely' | 'any',
): Condition[] {
  const known = new Map(
    possibleVariables(engines, memories, samples).map(variable => [variable.name, variable]),
  );
  return missing.map(name => {
    const field = fieldOf(memory, name);
    if (values === 'any') return { field, operator: 'exists' };
    return { field, operator: 'in', value: likelyValues(known.get(field)) };
  });
}

/** Scope ids come prefixed; of the bare names, `query` and `keywords` are the input text unless they are declared (M3). */
function fieldOf(memory: PersistentMemory, name: string): string {
  if (isKnownField(name)) return name;
  const isDeclared = memory.additional_variables.some(variable => variable.name === name);
  return !isDeclared && (name === 'query' || name === 'keywords') ? 'input.text' : `addVar.${name}`;
}

const madeUp: Readonly<Record<PossibleVariable['type'], unknown>> = {
  string: 'example',
  number: 1,
  boolean: true,
  array: ['example'],
  object: { example: true },
  unknown: 'example',
};

function likelyValues(variable: PossibleVariable | undefined): unknown[] {
  if (variable === undefined) return [madeUp.unknown];
  const { type, examples = [] } = variable;
  const fitting = examples.filter(
    example => example !== '' && (type === 'unknown' || variableTypeOf(example) === type),
  );
  return [...fitting, madeUp[type]];
}
