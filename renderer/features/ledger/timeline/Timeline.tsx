import { ScrollText, SearchX } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { LedgerDecision, LedgerEntry, LedgerRecord } from '../../../../shared/model/ledger.ts';
import { call, errorBody } from '../../../api/call.ts';
import { useAsking } from '../../../stores/use-asking.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { openLedgerDialog, selectFilter, selectReading, setFilter, useLedgerView } from '../ledger-view.ts';
import { groupByDay, timeOfDay } from '../logic/group-by-day.ts';
import { countFilters, type LedgerFilter, listInput, noFilter } from '../logic/list-input.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedRow, type ListedSection, RecordList } from '../RecordList.tsx';
import { RecordRow } from '../RecordRow.tsx';
import { statusLooks } from '../record-looks.ts';

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

function EmptyLedger() {
  return (
    <EmptyState
      actions={
        <>
          <Button onPress={() => openLedgerDialog({ kind: 'post' })} variant="primary">
            {t('Post an entry')}
          </Button>
          <Button onPress={() => openLedgerDialog({ kind: 'import' })}>
            {t('Import a .twining folder')}
          </Button>
        </>
      }
      icon={ScrollText}
      title={t('The ledger is empty')}
    >
      {t(
        'Agents write their decisions, findings and needs here over MCP or REST. Post the first entry, or import what another project has.',
      )}
    </EmptyState>
  );
}

interface Records {
  readonly records: readonly LedgerRecord[];
  /** Ids of entries that are resolved. */
  readonly resolved: ReadonlySet<string>;
  /** How many the filter lets through; undefined until the first answer. */
  readonly total?: number;
  readonly error?: string;
}

const pageSize = 100;
const mostAtOnce = 1000;
const typingMs = 120;

/** What was read anew, with each record that is as it was being the one of before. */
function keptRecords(now: readonly LedgerRecord[], before: readonly LedgerRecord[]): LedgerRecord[] {
  const known = new Map(before.map(record => [keyOf(record), record]));
  return now.map(record => {
    const last = known.get(keyOf(record));
    return last !== undefined && isJsonEqual(last, record) ? last : record;
  });
}

const keyOf = (record: LedgerRecord): string =>
  `${record.kind} ${record.kind === 'decision' ? record.decision.id : record.entry.id}`;

const nothing: Records = { records: [], resolved: new Set() };

/** Records of a filter, newest first, a page at a time; the old ones stay until the new are there. */
function useRecords(filter: LedgerFilter): Records & { readonly more: () => void } {
  const reading = useLedgerView(selectReading);
  const [state, setState] = useState<Records>(nothing);
  const asked = JSON.stringify(listInput(filter));
  const question = useRef(0);
  const loaded = useRef(0);

  const load = useCallback(
    async (offset: number, limit: number) => {
      question.current += 1;
      const own = question.current;
      const answer = await call('ledger.list', { ...JSON.parse(asked), offset, limit }).then(
        value => ({ value }),
        (error: unknown) => ({ error: errorBody(error).message }),
      );
      if (own !== question.current) return;
      if ('error' in answer) return setState({ ...nothing, error: answer.error });
      const { records, resolved, total } = answer.value;
      setState(before => ({
        records: offset === 0 ? keptRecords(records, before.records) : [...before.records, ...records],
        resolved: new Set(offset === 0 ? resolved : [...before.resolved, ...resolved]),
        total,
      }));
      loaded.current = offset + records.length;
    },
    [asked],
  );
  useAsking(asked, reading, state === nothing ? 0 : typingMs, () =>
    load(0, Math.min(mostAtOnce, Math.max(pageSize, loaded.current))),
  );
  const more = useCallback(() => void load(loaded.current, pageSize), [load]);
  return { ...state, more };
}
