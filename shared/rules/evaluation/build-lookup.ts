import { inputText } from '../../model/input-text.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Problem } from '../../model/problem.ts';
import type { ContextRequest } from '../../model/request.ts';
import { scopes } from '../../model/scope.ts';

/** How deep variables may nest: bounds the length of paths and the depth of comparisons. */
export const maxVariableDepth = 64;

/** What conditions look names up in, and what was wrong with the variables: docs/reference/rules.md. */
export interface Lookup {
  /** Prefixed names to values: objects and their leaves; arrays are values. */
  readonly variables: Map<string, unknown>;
  /** `ambiguous_variable` and `too_deep`, with the path in the request. */
  readonly problems: Problem[];
}

/** More problems than this are not listed: nobody reads them, and a hostile request could make millions. */
export const mostLookupProblems = 1000;

/** Builds the lookup map for rules: `scope.<scope>.<field>`, `addVar.<name>`, `input.text`. */
export function buildLookup(request: ContextRequest): Lookup {
  const lookup: Lookup = { variables: new Map(), problems: [] };
  for (const scope of scopes) {
    const fields = Object.hasOwn(request.scope_variables, scope) ? request.scope_variables[scope] : undefined;
    // A scope that is null counts as absent.
    if (isJsonObject(fields)) addFields(lookup, fields, `scope.${scope}`, `scope_variables.${scope}`, 1);
  }
  const additional = request.additional_variables;
  if (isJsonObject(additional)) addFields(lookup, additional, 'addVar', 'additional_variables', 1);
  const text = inputText(request);
  if (text !== undefined) lookup.variables.set('input.text', text);
  return lookup;
}

function addFields(lookup: Lookup, fields: JsonObject, prefix: string, path: string, depth: number): void {
  if (depth > maxVariableDepth) {
    if (lookup.problems.length < mostLookupProblems)
      lookup.problems.push({
        code: 'too_deep',
        path,
        message: `${path} nests deeper than ${maxVariableDepth} objects`,
      });
    return;
  }
  for (const [key, value] of Object.entries(fields)) {
    addField(lookup, `${prefix}.${key}`, `${path}.${key}`, value);
    if (isJsonObject(value)) addFields(lookup, value, `${prefix}.${key}`, `${path}.${key}`, depth + 1);
  }
}

function addField(lookup: Lookup, name: string, path: string, value: unknown): void {
  if (!lookup.variables.has(name)) {
    lookup.variables.set(name, value);
    return;
  }
  if (lookup.problems.length < mostLookupProblems)
    lookup.problems.push({
      code: 'ambiguous_variable',
      path,
      message: `${name} is written in two ways, once with a dot in a name and once as a nested object; keep one`,
    });
}
