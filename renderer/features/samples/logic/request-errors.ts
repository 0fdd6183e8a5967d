import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import { checkShape } from '../../../../shared/model/check-shape.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { type Problem, problemSchema } from '../../../../shared/model/problem.ts';
import { requestProblems } from './parse-request.ts';

/**
 * Errors of a request: those the engine found when it was assembled (unknown memories and engines among them),
 * else those of its shape.
 */
export function requestErrors(request: JsonObject, failure: ErrorBody | undefined): readonly Problem[] {
  const shape = requestProblems(request);
  if (!failure) return shape;
  const found = listed(failure.details);
  if (found.length > 0) return found;
  return shape.length > 0 ? shape : [{ code: failure.code, path: '', message: failure.message }];
}

function listed(details: unknown): Problem[] {
  const errors = isJsonObject(details) ? details.errors : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap(error => {
    const judged = checkShape(problemSchema, error);
    return judged.ok ? [judged.value] : [];
  });
}
