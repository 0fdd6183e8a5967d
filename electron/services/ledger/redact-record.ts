import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { createPause } from '../../storage/pause.ts';

/** Records as they may leave; others run in between. */
export async function redactRecords(
  records: readonly LedgerRecord[],
  mode: RedactionMode,
): Promise<LedgerRecord[]> {
  const pause = createPause();
  const clean: LedgerRecord[] = [];
  for (const record of records) {
    clean.push(redactRecord(record, mode));
    await pause();
  }
  return clean;
}

/** A record as it may leave: without secrets, under its own id. */
export function redactRecord(record: LedgerRecord, mode: RedactionMode): LedgerRecord {
  if (mode === 'off') return record;
  if (record.kind === 'decision') {
    const decision = redactValue(record.decision, mode);
    return { kind: 'decision', decision: { ...decision, id: record.decision.id } };
  }
  const entry = redactValue(record.entry, mode);
  return { kind: 'entry', entry: { ...entry, id: record.entry.id } };
}
