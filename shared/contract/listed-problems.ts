import { isJsonObject } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import type { ErrorBody } from './errors.ts';

/** The errors that an invalid request was refused with; empty where the call failed for another reason. */
export function listedProblems({ details }: ErrorBody): Problem[] {
  const errors = isJsonObject(details) ? details.errors : undefined;
  return Array.isArray(errors) ? errors.filter(isProblem) : [];
}

const isProblem = (value: unknown): value is Problem =>
  isJsonObject(value) && [value.code, value.path, value.message].every(part => typeof part === 'string');
