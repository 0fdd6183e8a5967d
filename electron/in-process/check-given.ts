import { AppError } from '../../shared/contract/errors.ts';

// A program in plain JavaScript may give what the types would not let it.

/** Fails with `invalid_input` where something is no object. */
export function checkObject(what: string, given: unknown, hint = ''): void {
  if (typeof given === 'object' && given !== null) return;
  throw new AppError('invalid_input', `${what}: must be an object, not ${shown(given)}${hint}`);
}

/** Fails with `invalid_input` where something is none of a list; what was left out is right. */
export function checkChoice(what: string, given: unknown, choices: readonly string[]): void {
  if (given === undefined || (typeof given === 'string' && choices.includes(given))) return;
  throw new AppError('invalid_input', `${what}: must be one of ${choices.join(', ')}, not ${shown(given)}`);
}

export function checkText(what: string, given: unknown): void {
  if (typeof given === 'string') return;
  throw new AppError('invalid_input', `${what}: must be a text, not ${shown(given)}`);
}

function shown(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  return typeof given === 'string' ? JSON.stringify(given.slice(0, 100)) : `a ${typeof given}`;
}
