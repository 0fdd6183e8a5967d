import type { Problem } from '../../shared/model/problem.ts';
import { problemsFromIssues } from '../../shared/model/problem.ts';
import { type ContextRequest, requestSchema } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { buildLookup } from '../engine/rules/build-lookup.ts';
import { refuseProblems } from './refuse-problems.ts';

/** Refuses a request that rules cannot be evaluated for, with all reasons at once (A1). Memories play no part here. */
export function refuseInvalidRequest(request: ContextRequest, engines: readonly ContextRuleEngine[]): void {
  const checked = requestSchema.safeParse(request);
  if (!checked.success) refuseProblems('the request', problemsFromIssues(checked.error.issues));
  refuseProblems('the request', [...buildLookup(request).problems, ...unknownEngines(request, engines)]);
}

function unknownEngines(request: ContextRequest, engines: readonly ContextRuleEngine[]): Problem[] {
  const known = new Set(engines.map(({ id }) => id));
  return (request.rule_engine_ids ?? []).flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ code: 'unknown_engine', path: `rule_engine_ids.${index}`, message: `there is no engine "${id}"` }],
  );
}
