import { isJsonObject, isMissing } from '../../../shared/model/json.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { scopesBroadToNarrow } from '../../../shared/model/scope.ts';
import { buildLookup, type Lookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { intentOf } from '../pipeline/intent.ts';
import type { PipelineInputs } from '../pipeline/pipeline-inputs.ts';

/** A name that several scopes gave: the prefixed name that won and those it hid. */
interface ShadowedVariable {
  readonly name: string;
  readonly winner: string;
  readonly shadowed: string[];
}

/** What templates of pipelines look names up in: docs/reference/rules.md. */
interface FlatVariables {
  readonly variables: Map<string, unknown>;
  readonly shadowed: ShadowedVariable[];
}

/** A valid request as it came, with what is derived of it: each thing once, when it is first asked for. */
export interface AskedRequest {
  readonly request: ContextRequest;
  /** Prefixed names for conditions. */
  readonly lookup: Lookup;
  /** Bare names for templates, and which of them hide others. */
  readonly flat: FlatVariables;
  /** What it gives to pipelines. */
  readonly inputs: PipelineInputs;
}

/** Whoever does not say who gives it speaks for its user. */
export function askedRequest(request: ContextRequest, giver: Giver = 'user'): AskedRequest {
  const made: { lookup?: Lookup; flat?: FlatVariables; inputs?: PipelineInputs } = {};
  return {
    request,
    get lookup() {
      made.lookup ??= buildLookup(request);
      return made.lookup;
    },
    get flat() {
      made.flat ??= flattenVariables(request);
      return made.flat;
    },
    get inputs() {
      const { lookup, flat } = this;
      made.inputs ??= { intent: intentOf(request, giver), lookup: lookup.variables, flat: flat.variables };
      return made.inputs;
    },
  };
}

/**
 * Bare field names to values: from broad to narrow, later wins, `additional_variables` last.
 * A null is missing, so it neither counts nor hides a value from a broader scope.
 */
function flattenVariables(request: ContextRequest): FlatVariables {
  const variables = new Map<string, unknown>();
  const givenBy = new Map<string, string[]>();
  const add = (prefix: string, fields: unknown) => {
    if (!isJsonObject(fields)) return;
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (isMissing(value)) continue;
      variables.set(name, value);
      const known = givenBy.get(name);
      if (known === undefined) givenBy.set(name, [`${prefix}.${name}`]);
      else known.push(`${prefix}.${name}`);
    }
  };
  for (const scope of scopesBroadToNarrow) add(`scope.${scope}`, request.scope_variables[scope]);
  add('addVar', request.additional_variables);
  return { variables, shadowed: shadowedVariables(givenBy) };
}

function shadowedVariables(givenBy: ReadonlyMap<string, readonly string[]>): ShadowedVariable[] {
  return [...givenBy]
    .filter(([, names]) => names.length > 1)
    .map(([name, names]) => ({ name, winner: names.at(-1) ?? name, shadowed: names.slice(0, -1) }));
}
