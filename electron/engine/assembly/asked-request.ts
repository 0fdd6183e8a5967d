import type { ContextRequest } from '../../../shared/model/request.ts';
import { buildLookup, type Lookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { type FlatVariables, flattenVariables } from '../../../shared/rules/evaluation/flatten-variables.ts';
import { intentOf } from '../pipeline/intent.ts';
import type { PipelineInputs } from '../pipeline/pipeline-inputs.ts';

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

export function askedRequest(request: ContextRequest): AskedRequest {
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
      made.inputs ??= { intent: intentOf(request), lookup: lookup.variables, flat: flat.variables };
      return made.inputs;
    },
  };
}
