import { isJsonObject } from '../../../../shared/model/json.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { SeenValue } from '../../../../shared/rules/evaluation/seen-values.ts';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { told } from '../../../texts/texts.ts';
import type { JsonSuggestion, SuggestValues } from '../../../ui/complete-json.ts';
import { seenWords } from '../values/seen-words.ts';

interface Known {
  readonly variables: readonly Pick<PossibleVariable, 'name' | 'type'>[];
  readonly seenValues: (field: string) => readonly SeenValue[];
  readonly memories: Readonly<Record<string, { readonly label: string } | undefined>>;
}

type Suggest = (around: unknown, known: Known) => readonly JsonSuggestion[];

/** By the keys that lead to a place. */
const places: Readonly<Record<string, Suggest | undefined>> = {
  'rules.when.field': (_, { variables }) =>
    variables.map(({ name, type }) => ({ value: name, detail: type })),
  'rules.when.operator': () =>
    operatorNames.map(name => ({ value: name, detail: told(operators[name].label) })),
  'rules.when.value': (around, { seenValues }) =>
    seenValues(fieldOf(around)).map(({ value, places: seen }) => ({ value, detail: seenWords(seen) })),
  'rules.then.add_memories': (around, { memories }) => {
    const taken = new Set(Array.isArray(around) ? around : []);
    return Object.entries(memories).flatMap(([id, memory]) =>
      taken.has(id) ? [] : { value: id, detail: memory?.label },
    );
  },
};

/** What the project has for a place of an engine: variables, operators, values that were seen, memories. */
export function suggestForEngine(
  path: Parameters<SuggestValues>[0],
  around: unknown,
  known: Known,
): readonly JsonSuggestion[] | undefined {
  return places[path.filter(part => typeof part === 'string').join('.')]?.(around, known);
}

const fieldOf = (condition: unknown): string =>
  isJsonObject(condition) && typeof condition.field === 'string' ? condition.field : '';
