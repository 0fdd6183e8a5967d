import { isJsonObject } from '../../../shared/model/json.ts';
import type { LedgerDecision } from '../../../shared/model/ledger.ts';

const indexedFields = [
  'id',
  'timestamp',
  'domain',
  'scope',
  'summary',
  'confidence',
  'status',
  'affected_files',
  'affected_symbols',
  'commit_hashes',
] as const;

/** What `decisions/index.json` says of a decision. Fields of an earlier row that the decision has not are kept. */
export function indexRowOf(decision: LedgerDecision, earlier = '{}'): string {
  const before: unknown = JSON.parse(earlier);
  const fields = indexedFields.flatMap(name =>
    decision[name] === undefined ? [] : [[name, decision[name]] as const],
  );
  return JSON.stringify({ ...(isJsonObject(before) ? before : {}), ...Object.fromEntries(fields) });
}
