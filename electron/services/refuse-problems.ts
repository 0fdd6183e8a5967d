import type { z } from 'zod';
import { AppError } from '../../shared/contract/errors.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import {
  firstProblems,
  type Problem,
  problemsFromIssues,
  sumUpProblems,
} from '../../shared/model/problem.ts';

/** `invalid_input` with the first problems, when there are any. `what` begins the sentence, as in "the engine". */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const errors = firstProblems(problems);
  throw new AppError('invalid_input', `${what} cannot be used: ${sumUpProblems(errors, '')}`, { errors });
}

/** The same for what a schema says; the value itself is kept as it is. */
export function refuseMisshaped(what: string, schema: z.ZodType, value: unknown): void {
  const checked = checkShape(schema, value);
  if (!checked.ok) refuseProblems(what, problemsFromIssues(checked.issues));
}
