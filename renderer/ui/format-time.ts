import { dayLocale, t } from '../texts/texts.ts';

const dayMs = 86_400_000;

const days = new Intl.DateTimeFormat(dayLocale, { dateStyle: 'medium' });
const daysAndTimes = new Intl.DateTimeFormat(dayLocale, { dateStyle: 'medium', timeStyle: 'short' });

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
  { ms: 60_000, spans: '{count} {count|minute|minutes}', ago: '{count} {count|minute|minutes} ago' },
  { ms: 3_600_000, spans: '{count} {count|hour|hours}', ago: '{count} {count|hour|hours} ago' },
  { ms: dayMs, spans: '{count} {count|day|days}', ago: '{count} {count|day|days} ago' },
] as const;

/** A length of time in its largest whole unit: `2 hours`, `1 day`, `400 days`; `moments` below a minute. */
export function formatSpan(milliseconds: number): string {
  const step = steps.findLast(({ ms }) => milliseconds >= ms);
  return step === undefined ? t('moments') : t(step.spans, { count: Math.floor(milliseconds / step.ms) });
}

/** How long ago something was: `3 hours ago`. What is still to come was moments ago. */
export function formatAgo(at: string, nowMs: number): string {
  const milliseconds = nowMs - Date.parse(at);
  const step = steps.findLast(({ ms }) => milliseconds >= ms);
  return step === undefined ? t('moments ago') : t(step.ago, { count: Math.floor(milliseconds / step.ms) });
}
