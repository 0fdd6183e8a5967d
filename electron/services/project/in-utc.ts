import { AppError } from '../../../shared/contract/errors.ts';

// Years beyond are written with a sign, and would sort before all others.
const first = '0000-01-01T00:00:00.000Z';
const last = '9999-12-31T23:59:59.999Z';

/**
 * A time as stores keep it, ISO 8601 in UTC with milliseconds, so that texts sort as times do. What another zone's
 * offset takes out of the years of four digits is kept as their end: "for ever", written there, stays for ever.
 */
export function inUtc(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()))
    throw new AppError('invalid_input', `"${time}" is no time; write it like 2026-11-21T10:00:00Z`);
  const moment = date.getTime();
  if (moment > Date.parse(last)) return last;
  return moment < Date.parse(first) ? first : date.toISOString();
}
