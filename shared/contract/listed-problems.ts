import { isJsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { ErrorBody } from './errors.ts';

/** What a call failed with, where that is more than its message says: each error as it was told. */
export function listedErrors({ details }: Pick<ErrorBody, 'details'>): readonly unknown[] {
  const errors = isJsonObject(details) ? details.errors : undefined;
  return Array.isArray(errors) ? errors : [];
}

/** The errors that an invalid request was refused with; empty where the call failed for another reason. */
export const listedProblems = (error: ErrorBody): Problem[] => listedErrors(error).filter(isProblem);

const isProblem = (value: unknown): value is Problem =>
  isJsonObject(value) && [value.code, value.path, value.message].every(part => typeof part === 'string');
