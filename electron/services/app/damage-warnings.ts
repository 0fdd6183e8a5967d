import type { DamageReport } from '../../../shared/contract/backups.ts';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import { ownValue } from '../../../shared/model/entries.ts';

/** What stands before the dot in a procedure's name. */
type Group = ProcedureName extends infer Name
  ? Name extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

const documents = ['collection', 'document', 'chunk', 'document_sync'];
const ledger = ['ledger_record', 'ledger_file', 'ledger_graph', 'ledger_status'];
const handoff = ['handoff_session', 'context_package', 'context_package_consumer', 'error_pattern'];
const conversations = ['conversation', 'conversation_frame', 'conversation_source', 'message', 'profile'];
const graph = ['graph_node', 'graph_edge', 'graph_view'];
const everything = [
  ...documents,
  ...ledger,
  ...handoff,
  ...conversations,
  ...graph,
  'event',
  'key_value',
  'session_health',
  'flight',
  'flight_entry',
];

/** The tables from which a group's answers are made. A group that is not here does not compile. */
const tablesOf: Readonly<Record<Group, readonly string[]>> = {
  project: [],
  diagnostics: [],
  work: [],
  config: [],
  backup: [],
  storage: [],
  engines: [],
  rules: [],
  contracts: [],
  layouts: [],
  samples: [],
  recordings: ['recording', 'recording_cause', 'flight', 'flight_entry'],
  tests: everything,
  redaction: [],
  embedders: [],
  zones: [],
  budget: [],
  summarizers: [],
  presence: [],
  bundles: [],
  imports: documents,
  documents,
  memories: everything,
  assembly: everything,
  content: everything,
  drafts: ['draft'],
  kv: ['key_value'],
  events: ['event'],
  graph,
  ledger,
  audit: ledger,
  sessions: handoff,
  packages: handoff,
  errorPatterns: handoff,
  health: ['session_health', ...handoff],
  flights: ['flight', 'flight_entry', 'session_health', ...handoff],
  conversations,
  topics: conversations,
  entities: conversations,
};

/**
 * What an answer of this procedure may lack since the database was damaged, a sentence for each damage that its user has
 * not yet acknowledged. Without it a list would only be shorter than it was.
 */
export function damageWarnings(name: ProcedureName, reports: readonly DamageReport[]): string[] {
  const tables = ownValue(tablesOf, name.slice(0, name.indexOf('.'))) ?? [];
  return reports.filter(({ seen_at }) => seen_at === undefined).flatMap(report => warningOf(report, tables));
}

function warningOf({ found_at, tables: torn }: DamageReport, tables: readonly string[]): string[] {
  const touched = torn.filter(
    ({ table, gaps, gone }) => tables.includes(table) && (gaps > 0 || gone.length > 0),
  );
  if (touched.length === 0) return [];
  const what = touched.map(({ table, gone }) =>
    gone.length === 0 ? table : `${table} (${gone.length} known)`,
  );
  return [
    `this answer may lack what was gone from ${what.join(', ')} when damage was found on ${found_at}; ` +
      '"weft backup list" tells what, "weft backup acknowledge" ends this warning',
  ];
}
