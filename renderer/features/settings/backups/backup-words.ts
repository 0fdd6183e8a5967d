import type { DamagedTable, DamageReport } from '../../../../shared/contract/backups.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';

/** What a report says of where the lost rows were sought. */
export function soughtIn({ backup, kept_in }: DamageReport): string {
  const from =
    backup === null
      ? t('There was no backup to take anything from.')
      : t('What could not be read was looked for in the backup of {created_at}.', {
          created_at: formatDayTime(backup.created_at),
        });
  return t('{from} The damaged file is kept in {kept_in}.', { from, kept_in });
}

/** Tables in which something was not read whole. */
export const tornTables = ({ tables }: DamageReport): readonly DamagedTable[] =>
  tables.filter(({ gaps, gone, restored }) => gaps + gone.length + restored > 0);

/** As in `4 rows gone, 12 brought back, 96 read`. */
export function outcomeOf({ gone, restored, read, gaps }: DamagedTable): string {
  const lost =
    gone.length > 0 ? t('{rows} gone', { rows: formatCounted(gone.length, 'row') }) : unknownLoss(gaps);
  return t('{lost}, {restored} brought back, {read} read', { lost, restored, read });
}

const unknownLoss = (gaps: number): string =>
  gaps === 0 ? t('nothing gone') : t('no row known to be gone, though some may be');

/** A row by what is known of it: `id 01KH…, scope project`. */
export const rowWords = (row: DamagedTable['gone'][number]): string =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${value === null ? t('none') : value}`)
    .join(', ');

/** What the tables of a report hold, in the words of the studio. */
const tableWords: Readonly<Record<string, string>> = {
  ledger_record: t('Ledger'),
  ledger_status: t('History of decisions'),
  ledger_file: t('Other files of the ledger'),
  ledger_graph: t('Graph of the ledger'),
  document: t('Documents'),
  chunk: t('Chunks of documents'),
  collection: t('Collections'),
  document_sync: t('Folders in step'),
  key_value: t('Keys and values'),
  event: t('Events'),
  graph_node: t('Nodes of the graph'),
  graph_edge: t('Edges of the graph'),
  graph_view: t('Views of the graph'),
  handoff_session: t('Sessions of agents'),
  context_package: t('Context packages'),
  context_package_consumer: t('Readers of packages'),
  error_pattern: t('Error patterns'),
  session_health: t('Health of sessions'),
  conversation: t('Conversations'),
  message: t('Messages'),
  profile: t('Topics and entities'),
  draft: t('Unsaved work'),
};

/** Tables that are made again from others are called what they are called. */
export const tableName = (table: string): string => tableWords[table] ?? table;
