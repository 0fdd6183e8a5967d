import type { z } from 'zod';
import { AppError } from '../../shared/contract/errors.ts';
import { type Problem, problemsFromIssues } from '../../shared/model/problem.ts';

/** `invalid_input` with all problems, when there are any. `what` begins the sentence, as in "the engine". */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new AppError('invalid_input', `${what} cannot be used: ${first.message}${more}`, {
    errors: problems,
  });
}

/** The same for what a schema says; the value itself is kept as it is. */
export function refuseMisshaped(what: string, schema: z.ZodType, value: unknown): void {
  const checked = schema.safeParse(value);
  if (!checked.success) refuseProblems(what, problemsFromIssues(checked.error.issues));
}
