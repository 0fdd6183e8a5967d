import { instantMs } from '../../../../shared/model/instant.ts';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { dayLocale } from '../../../texts/texts.ts';

interface DayGroup {
  /** `2026-03-14` */
  readonly day: string;
  /** `Saturday, 14 March 2026` */
  readonly heading: string;
  readonly records: readonly LedgerRecord[];
}

/** Records of one day after the other, in the order they come; days are those of the reader's clock. */
export function groupByDay(records: readonly LedgerRecord[], timeZone?: string): DayGroup[] {
  const { days, weekdays, dates } = timeZone === undefined ? ofReader : formatsIn({ timeZone });
  const groups: { day: string; heading: string; records: LedgerRecord[] }[] = [];
  for (const record of records) {
    const at = new Date(instantMs(timestampOf(record)) ?? 0);
    const day = days.format(at);
    const last = groups.at(-1);
    if (last?.day === day) last.records.push(record);
    else groups.push({ day, heading: `${weekdays.format(at)}, ${dates.format(at)}`, records: [record] });
  }
  return groups;
}

/** Making these takes longer than what is done with them. */
const formatsIn = (zone: { readonly timeZone?: string }) => ({
  days: new Intl.DateTimeFormat('sv-SE', { ...zone, dateStyle: 'short' }),
  weekdays: new Intl.DateTimeFormat(dayLocale, { ...zone, weekday: 'long' }),
  dates: new Intl.DateTimeFormat(dayLocale, { ...zone, dateStyle: 'long' }),
  times: new Intl.DateTimeFormat(dayLocale, { ...zone, timeStyle: 'short' }),
  daysAndTimes: new Intl.DateTimeFormat(dayLocale, { ...zone, dateStyle: 'medium', timeStyle: 'short' }),
});
const ofReader = formatsIn({});

function timestampOf(record: LedgerRecord): string {
  return record.kind === 'decision' ? record.decision.timestamp : record.entry.timestamp;
}

/** The time of day, `14:05`. */
export function timeOfDay(timestamp: string, timeZone?: string): string {
  const { times } = timeZone === undefined ? ofReader : formatsIn({ timeZone });
  return times.format(instantMs(timestamp) ?? 0);
}

/** Day and time, `14 Mar 2026, 14:05`. */
export function dayAndTime(timestamp: string, timeZone?: string): string {
  const { daysAndTimes } = timeZone === undefined ? ofReader : formatsIn({ timeZone });
  return daysAndTimes.format(instantMs(timestamp) ?? 0);
}
