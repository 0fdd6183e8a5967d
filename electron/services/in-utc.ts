import { AppError } from '../../shared/contract/errors.ts';

/** A time as stores keep it, ISO 8601 in UTC with milliseconds, so that texts sort as times do. */
export function inUtc(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()))
    throw new AppError('invalid_input', `"${time}" is no time; write it like 2026-11-21T10:00:00Z`);
  return date.toISOString();
}
