import { contract, isProcedureName } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { mayLose } from '../../../shared/model/may-lose.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { findLoss } from '../../storage/files/json-text.ts';
import { createPause } from '../../storage/pause.ts';

/**
 * What is stored is kept as it was sent or not at all, by the rule of files. What is asked and forgotten is none: an
 * assembly goes on with a number that was rounded, and waits for nothing.
 */
export function refuseLoss(procedure: string, text: string, value: unknown): Promise<void> | undefined {
  if (!isProcedureName(procedure) || contract[procedure].access === 'read') return undefined;
  return judge(text, value);
}

async function judge(text: string, value: unknown): Promise<void> {
  const loss = await lossOf(text, value);
  if (loss !== undefined) throw new AppError('invalid_input', loss);
}

/**
 * What the value lacks of the JSON text that it was read from, with its place: the digits of a number, or one of two that
 * have the same key. Only a text that can have such is looked at closely.
 */
export async function lossOf(text: string, value: unknown): Promise<string | undefined> {
  if (!(await inStretches(mayLose(text, value), createPause()))) return undefined;
  const loss = findLoss(text);
  return loss && `line ${loss.line}, column ${loss.column}: ${loss.reason}`;
}
