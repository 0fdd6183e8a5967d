import { contract, isProcedureName } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { findLostNumber } from '../../storage/files/json-text.ts';

/**
 * A definition is kept as it was sent or not at all, by the rule of its file. What is asked and forgotten is none: an
 * assembly goes on with a number that was rounded. Only a text with so many digits in a row is looked at again.
 */
export function refuseLostNumber(procedure: string, text: string): void {
  if (!storesDefinitions(procedure) || !/\d{16}/.test(text)) return;
  const lost = findLostNumber(text);
  if (lost === undefined) return;
  const { line, column, reason } = lost;
  throw new AppError('invalid_input', `line ${line}, column ${column}: ${reason}`);
}

const storesDefinitions = (procedure: string): boolean =>
  /^(?:engines|memories|samples|contracts|tests)\./.test(procedure) &&
  isProcedureName(procedure) &&
  contract[procedure].access === 'write';
