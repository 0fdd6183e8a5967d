import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';

/** A record as it may leave: without secrets, under its own id (H10). */
export function redactRecord(record: LedgerRecord, mode: RedactionMode): LedgerRecord {
  if (mode === 'off') return record;
  // Redaction keeps texts texts, so a record stays one.
  if (record.kind === 'decision') {
    const decision = redactValue(record.decision, mode) as typeof record.decision;
    return { kind: 'decision', decision: { ...decision, id: record.decision.id } };
  }
  const entry = redactValue(record.entry, mode) as typeof record.entry;
  return { kind: 'entry', entry: { ...entry, id: record.entry.id } };
}
