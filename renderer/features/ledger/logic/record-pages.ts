import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';

/** What was read of a list, newest first. */
export interface Records {
  readonly records: readonly LedgerRecord[];
  /** Ids of entries that are resolved. */
  readonly resolved: ReadonlySet<string>;
  /** How many the filter lets through; undefined until the first answer. */
  readonly total?: number;
  readonly error?: string;
}

export const noRecords: Records = { records: [], resolved: new Set() };

interface Page {
  readonly records: readonly LedgerRecord[];
  readonly resolved: readonly string[];
  readonly total: number;
}

/** The list read anew, with each record that is as it was being the one of before. */
export function readAnew(before: Records, { records, resolved, total }: Page): Records {
  const known = new Map(before.records.map(record => [keyOf(record), record]));
  const kept = records.map(record => {
    const last = known.get(keyOf(record));
    return last !== undefined && isJsonEqual(last, record) ? last : record;
  });
  return { records: kept, resolved: new Set(resolved), total };
}

/** The list with one more page. What was posted meanwhile has moved the pages: a record that is there already stays once. */
export function withPage(before: Records, { records, resolved, total }: Page): Records {
  const known = new Set(before.records.map(keyOf));
  return {
    records: [...before.records, ...records.filter(record => !known.has(keyOf(record)))],
    resolved: new Set([...before.resolved, ...resolved]),
    total,
  };
}

const keyOf = (record: LedgerRecord): string =>
  `${record.kind} ${record.kind === 'decision' ? record.decision.id : record.entry.id}`;
