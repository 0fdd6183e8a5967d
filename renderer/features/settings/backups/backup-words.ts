import type { Backup, DamagedTable, DamageReport } from '../../../../shared/contract/backups.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';

/** Why a backup was made. */
export const reasonWords: Readonly<Record<Backup['reason'], string>> = {
  manual: 'By hand',
  start: 'At a start',
  regular: 'While things were written',
  import: 'Before an import',
  update: 'Before a migration of the database',
  restore: 'Before a restore',
};

/** `812 KiB`, `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.ceil(kib)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}

/** What a report says of where the lost rows were sought. */
export function soughtIn({ backup, kept_in }: DamageReport): string {
  const from =
    backup === null
      ? 'There was no backup to take anything from.'
      : `What could not be read was taken from the backup of ${formatDayTime(backup.created_at)}.`;
  return `${from} The damaged file is kept in ${kept_in}.`;
}

/** Tables in which something was not read whole. */
export const tornTables = ({ tables }: DamageReport): readonly DamagedTable[] =>
  tables.filter(({ gaps, gone, restored }) => gaps + gone.length + restored > 0);

/** As in `4 rows gone, 12 brought back, 96 read`. */
export function outcomeOf({ gone, restored, read, gaps }: DamagedTable): string {
  const lost = gone.length > 0 ? `${formatCounted(gone.length, 'row')} gone` : unknownLoss(gaps);
  return `${lost}, ${restored} brought back, ${read} read`;
}

const unknownLoss = (gaps: number): string =>
  gaps === 0 ? 'nothing gone' : 'no row known to be gone, though some may be';

/** A row by what is known of it: `id 01KH…, scope project`. */
export const rowWords = (row: DamagedTable['gone'][number]): string =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${value === null ? 'none' : value}`)
    .join(', ');

/** What the tables of a report hold, in the words of the studio. */
const tableWords: Readonly<Record<string, string>> = {
  ledger_record: 'Ledger',
  ledger_status: 'History of decisions',
  ledger_file: 'Other files of the ledger',
  ledger_graph: 'Graph of the ledger',
  document: 'Documents',
  chunk: 'Chunks of documents',
  collection: 'Collections',
  document_sync: 'Folders in step',
  key_value: 'Keys and values',
  event: 'Events',
  graph_node: 'Nodes of the graph',
  graph_edge: 'Edges of the graph',
  graph_view: 'Views of the graph',
  handoff_session: 'Sessions of agents',
  context_package: 'Context packages',
  context_package_consumer: 'Readers of packages',
  error_pattern: 'Error patterns',
  session_health: 'Health of sessions',
  conversation: 'Conversations',
  message: 'Messages',
  profile: 'Topics and entities',
  draft: 'Unsaved work',
};

/** Tables that are made again from others are called what they are called. */
export const tableName = (table: string): string => tableWords[table] ?? table;
