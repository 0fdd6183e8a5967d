import type { ErrorBody } from '../../../../shared/contract/errors.ts';
import type { Problem } from '../../../../shared/model/problem.ts';

/** The errors an invalid request was refused with; empty when the call failed for another reason. */
export function requestProblems(error: ErrorBody): readonly Problem[] {
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('errors' in details)) return [];
  return Array.isArray(details.errors) ? details.errors.filter(isProblem) : [];
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'path' in value &&
    typeof value.path === 'string' &&
    'code' in value &&
    typeof value.code === 'string'
  );
}
