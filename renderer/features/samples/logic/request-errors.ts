import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import { listedProblems } from '../../../../shared/contract/listed-problems.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { requestProblems } from './parse-request.ts';

/**
 * Errors of a request: those the engine found when it was assembled (unknown memories and engines among them),
 * else those of its shape.
 */
export function requestErrors(request: JsonObject, failure: ErrorBody | undefined): readonly Problem[] {
  const shape = requestProblems(request);
  if (!failure) return shape;
  const found = listedProblems(failure);
  if (found.length > 0) return found;
  return shape.length > 0 ? shape : [{ code: failure.code, path: '', message: failure.message }];
}
