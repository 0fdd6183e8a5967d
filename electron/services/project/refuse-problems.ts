import type { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { checkShapeInStretches } from '../../../shared/model/check-shape.ts';
import {
  firstProblems,
  type Problem,
  problemsFromIssues,
  sumUpProblems,
} from '../../../shared/model/problem.ts';
import { createTurns } from '../../storage/turns.ts';

/** `invalid_input` with the first problems, when there are any. `what` begins the sentence, as in "the engine". */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const errors = firstProblems(problems);
  throw new AppError('invalid_input', `${what} cannot be used: ${sumUpProblems(errors, '')}`, { errors });
}

/** The same for what a schema says; the value itself is kept as it is. */
export async function refuseMisshaped(what: string, schema: z.ZodType, value: unknown): Promise<void> {
  const checked = await checkShapeInStretches(schema, value, createTurns());
  if (!checked.ok) refuseProblems(what, problemsFromIssues(checked.issues));
}
