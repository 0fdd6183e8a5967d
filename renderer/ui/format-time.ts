const dayMs = 86_400_000;

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const daysAndTimes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Day and time on the reader's clock: `14 Mar 2026, 14:05`. Text that is no time stays as it is. */
export function formatDayTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : daysAndTimes.format(time);
}

/** The day on the reader's clock: `14 Mar 2026`. Text that is no time stays as it is. */
export function formatDay(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : days.format(time);
}

const steps = [
  { ms: 60_000, noun: 'minute' },
  { ms: 3_600_000, noun: 'hour' },
  { ms: dayMs, noun: 'day' },
] as const;

/** A length of time in its largest whole unit: `2 hours`, `1 day`, `400 days`; `moments` below a minute. */
export function formatSpan(milliseconds: number): string {
  const step = steps.findLast(({ ms }) => milliseconds >= ms);
  if (step === undefined) return 'moments';
  const count = Math.floor(milliseconds / step.ms);
  return `${count} ${step.noun}${count === 1 ? '' : 's'}`;
}

/** How long ago something was: `3 hours ago`. What is still to come was moments ago. */
export function formatAgo(at: string, nowMs: number): string {
  return `${formatSpan(Math.max(0, nowMs - Date.parse(at)))} ago`;
}
