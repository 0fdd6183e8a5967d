import { instantMs } from '../../../../shared/model/instant.ts';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';

export interface DayGroup {
  /** `2026-03-14` */
  readonly day: string;
  /** `Saturday, 14 March 2026` */
  readonly heading: string;
  readonly records: readonly LedgerRecord[];
}

/** Records of one day after the other, in the order they come; days are those of the reader's clock. */
export function groupByDay(records: readonly LedgerRecord[], timeZone?: string): DayGroup[] {
  const zone = timeZone === undefined ? {} : { timeZone };
  const days = new Intl.DateTimeFormat('sv-SE', { ...zone, dateStyle: 'short' });
  const weekdays = new Intl.DateTimeFormat('en-GB', { ...zone, weekday: 'long' });
  const dates = new Intl.DateTimeFormat('en-GB', { ...zone, dateStyle: 'long' });
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

function timestampOf(record: LedgerRecord): string {
  return record.kind === 'decision' ? record.decision.timestamp : record.entry.timestamp;
}

/** The time of day, `14:05`. */
export function timeOfDay(timestamp: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat('en-GB', { ...zone, timeStyle: 'short' }).format(instantMs(timestamp) ?? 0);
}

/** Day and time, `14 Mar 2026, 14:05`. */
export function dayAndTime(timestamp: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat('en-GB', { ...zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    instantMs(timestamp) ?? 0,
  );
}
