import { ScrollText, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { openLedgerDialog, selectFilter, setFilter, useLedgerView } from '../ledger-view.ts';
import { groupByDay, timeOfDay, timestampOf } from '../logic/group-by-day.ts';
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
  return <RecordList label="Timeline" sections={sections} {...(records.length < total && { onEnd: more })} />;
}

function sectionsOf(records: readonly LedgerRecord[], resolved: ReadonlySet<string>): ListedSection[] {
  return groupByDay(records).map(({ day, heading, records: ofDay }) => ({
    id: day,
    heading,
    end: formatCounted(ofDay.length, 'record'),
    rows: ofDay.map(record => rowOf(record, resolved)),
  }));
}

function rowOf(record: LedgerRecord, resolved: ReadonlySet<string>): ListedRow {
  const time = <span>{timeOfDay(timestampOf(record))}</span>;
  if (record.kind === 'entry') {
    const { id, entry_type, summary, agent_id = '', scope = '', tags = [] } = record.entry;
    const facts = [agent_id, placeOf(scope), tags.join(', ')];
    const canResolve = entry_type === 'need' || entry_type === 'question' || entry_type === 'warning';
    const isOpen = canResolve && !resolved.has(id);
    const end = (
      <>
        {time}
        {canResolve ? (
          <Badge tone={isOpen ? 'missing' : 'neutral'}>{isOpen ? 'open' : 'resolved'}</Badge>
        ) : null}
      </>
    );
    return {
      key: `entry ${id}`,
      recordId: id,
      text: summary,
      content: (
        <RecordRow
          end={end}
          facts={facts}
          kind={entry_type}
          muted={canResolve && !isOpen}
          summary={summary}
        />
      ),
    };
  }
  const { id, summary, agent_id = '', domain = '', scope = '', status } = record.decision;
  const { label, tone } = statusLooks[status];
  const end = (
    <>
      {time}
      <Badge tone={tone}>{label}</Badge>
    </>
  );
  const isOver = status === 'superseded' || status === 'overridden';
  return {
    key: `decision ${id}`,
    recordId: id,
    text: summary,
    content: (
      <RecordRow
        end={end}
        facts={[agent_id, placeOf(scope), domain]}
        kind="decisions"
        muted={isOver}
        summary={summary}
      />
    ),
  };
}

const placeOf = (scope: string): string => (scope === '' || scope === 'project' ? '' : scope);

function NothingFits() {
  return (
    <EmptyState
      actions={<Button onPress={() => setFilter(noFilter)}>Clear filters</Button>}
      icon={SearchX}
      title="No record fits the filters"
    />
  );
}

function EmptyLedger() {
  return (
    <EmptyState
      actions={
        <>
          <Button onPress={() => openLedgerDialog({ kind: 'post' })} variant="primary">
            Post an entry
          </Button>
          <Button onPress={() => openLedgerDialog({ kind: 'import' })}>Import a .twining folder</Button>
        </>
      }
      icon={ScrollText}
      title="The ledger is empty"
    >
      Agents write their decisions, findings and needs here over MCP or REST. Post the first entry, or import
      what another project has.
    </EmptyState>
  );
}
