import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../../shared/model/ledger.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { EmptyLedger } from '../EmptyLedger.tsx';
import { selectFilter, setFilter, useLedgerView } from '../ledger-view.ts';
import { groupByDay, timeOfDay } from '../logic/group-by-day.ts';
import { countFilters, noFilter } from '../logic/list-input.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedRow, type ListedSection, RecordList } from '../RecordList.tsx';
import { RecordRow } from '../RecordRow.tsx';
import { statusLooks } from '../record-looks.ts';
import { useRecords } from './use-records.ts';

/** Decisions and entries as they happened, newest first. */
export function Timeline() {
  const filter = useLedgerView(selectFilter);
  const { records, resolved, total, error, more } = useRecords(filter);
  const sections = useMemo(() => sectionsOf(records, resolved), [records, resolved]);
  if (error !== undefined) return <ReadError message={error} />;
  if (total === undefined) return null;
  if (total === 0)
    return countFilters(filter) > 0 || filter.scope !== undefined ? <NothingFits /> : <EmptyLedger />;
  return (
    <RecordList label={t('Timeline')} sections={sections} {...(records.length < total && { onEnd: more })} />
  );
}

function sectionsOf(records: readonly LedgerRecord[], resolved: ReadonlySet<string>): ListedSection[] {
  return groupByDay(records).map(({ day, heading, records: ofDay }) => ({
    id: day,
    heading,
    end: formatCounted(ofDay.length, 'record'),
    rows: ofDay.map(record => rowOf(record, resolved)),
  }));
}

/** A list is drawn again where its rows are other objects: those of the records that stayed are the same. */
const drawn = new WeakMap<LedgerRecord, { readonly row: ListedRow; readonly isResolved: boolean }>();

function rowOf(record: LedgerRecord, resolved: ReadonlySet<string>): ListedRow {
  const isResolved = record.kind === 'entry' && resolved.has(record.entry.id);
  const known = drawn.get(record);
  if (known?.isResolved === isResolved) return known.row;
  const row = record.kind === 'decision' ? decisionRow(record.decision) : entryRow(record.entry, isResolved);
  drawn.set(record, { row, isResolved });
  return row;
}

function entryRow(entry: LedgerEntry, isResolved: boolean): ListedRow {
  const { id, entry_type, summary, agent_id = '', scope = '', tags = [], timestamp } = entry;
  const canResolve = entry_type === 'need' || entry_type === 'question' || entry_type === 'warning';
  const end = (
    <>
      <span>{timeOfDay(timestamp)}</span>
      {canResolve ? (
        <Badge tone={isResolved ? 'neutral' : 'missing'}>{isResolved ? t('resolved') : t('open')}</Badge>
      ) : null}
    </>
  );
  const content = (
    <RecordRow
      end={end}
      facts={[agent_id, placeOf(scope), tags.join(', ')]}
      kind={entry_type}
      muted={canResolve && isResolved}
      summary={summary}
    />
  );
  return { id: `entry ${id}`, recordId: id, text: summary, content };
}

function decisionRow(decision: LedgerDecision): ListedRow {
  const { id, summary, agent_id = '', domain = '', scope = '', status, timestamp } = decision;
  const { label, tone } = statusLooks[status];
  const end = (
    <>
      <span>{timeOfDay(timestamp)}</span>
      <Badge tone={tone}>{label}</Badge>
    </>
  );
  const content = (
    <RecordRow
      end={end}
      facts={[agent_id, placeOf(scope), domain]}
      kind="decisions"
      muted={status === 'superseded' || status === 'overridden'}
      summary={summary}
    />
  );
  return { id: `decision ${id}`, recordId: id, text: summary, content };
}

const placeOf = (scope: string): string => (scope === '' || scope === 'project' ? '' : scope);

function NothingFits() {
  return (
    <EmptyState
      actions={<Button onPress={() => setFilter(noFilter)}>{t('Clear filters')}</Button>}
      icon={SearchX}
      title={t('No record fits the filters')}
    />
  );
}
