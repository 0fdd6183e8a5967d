import { AppError } from '../../../shared/contract/errors.ts';
import { type Problem, sumUpProblems } from '../../../shared/model/problem.ts';
import { redactTexts } from './redact-texts.ts';

/** The error for an invalid request: one sentence, and all errors in the details. Values in it are redacted. */
export function refuseRequest(errors: readonly Problem[]): AppError {
  const redacted = redactTexts(errors, 'pattern_only');
  const message = `The request cannot be used: ${sumUpProblems(redacted, 'it is invalid')}`;
  return new AppError('invalid_input', message, { errors: redacted, warnings: [] });
}
