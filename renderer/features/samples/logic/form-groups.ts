import { compareCodeUnits } from '../../../../shared/model/compare-code-units.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { type Scope, scopeFields, scopes } from '../../../../shared/model/scope.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { valueInRequest } from '../../../stores/request-variables.ts';

/** One line of the form: a variable with its value in the request and who asks for it. */
export interface FormField {
  /** Prefixed. */
  readonly name: string;
  /** The name within its group. */
  readonly label: string;
  readonly value: unknown;
  readonly type: VariableType;
  readonly required: boolean;
  /** Rules as `<engine>/<rule>`, memories by id. */
  readonly usedBy: readonly string[];
  readonly example: unknown;
}

export interface FormGroup {
  readonly id: Scope | 'additional';
  readonly fields: readonly FormField[];
}

/** The form of a request: the eight scopes, then additional variables; standard fields first, then by name. */
export function formGroups(request: JsonObject, possible: readonly PossibleVariable[]): FormGroup[] {
  const known = new Map(possible.map(variable => [variable.name, variable]));
  const asked = possible.filter(isAsked).map(variable => variable.name);
  const field = (name: string, prefix: string) => formField(request, name, prefix, known.get(name));
  const scoped = scopes.map(scope => {
    const prefix = `scope.${scope}.`;
    const standard = scopeFields[scope].map(name => `${prefix}${name}`);
    const others = namesUnder(prefix, asked, scopeOf(request, scope));
    const names = [...new Set([...standard, ...others])];
    return { id: scope, fields: names.map(name => field(name, prefix)) };
  });
  const additional = namesUnder('addVar.', asked, request.additional_variables);
  return [...scoped, { id: 'additional', fields: additional.map(name => field(name, 'addVar.')) }];
}

/** True when a line says something: it has a value, or a rule or memory asks for it. */
export function isShown(field: FormField): boolean {
  return field.value !== undefined || field.usedBy.length > 0;
}

const isAsked = (variable: PossibleVariable): boolean => variable.used_by.length > 0;

function formField(
  request: JsonObject,
  name: string,
  prefix: string,
  variable: PossibleVariable | undefined,
): FormField {
  return {
    name,
    label: name.slice(prefix.length),
    value: valueInRequest(request, name),
    type: variable?.type ?? 'unknown',
    required: variable?.required ?? false,
    usedBy: variable?.used_by ?? [],
    example: variable?.examples?.[0],
  };
}

function scopeOf(request: JsonObject, scope: Scope): unknown {
  return isJsonObject(request.scope_variables) ? request.scope_variables[scope] : undefined;
}

/** Leaves that are given, and asked names; a name whose leaves are shown is not shown itself. */
function namesUnder(prefix: string, asked: readonly string[], place: unknown): string[] {
  const leaves = isJsonObject(place) ? leafNames(place, prefix) : [];
  const parents = new Set(leaves.flatMap(parentNames));
  const missing = asked.filter(name => name.startsWith(prefix) && !parents.has(name));
  return [...new Set([...leaves, ...missing])].toSorted(compareCodeUnits);
}

/** `a.b` and `a` of `a.b.c`. */
const parentNames = (name: string): string[] =>
  [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));

function leafNames(place: JsonObject, prefix: string): string[] {
  return Object.entries(place).flatMap(([key, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? leafNames(value, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}
