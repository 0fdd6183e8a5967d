import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import type { LedgerChanges } from '../../../../shared/model/ledger.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { EmptyLedger } from '../EmptyLedger.tsx';
import {
  type LedgerView,
  selectReading,
  selectScope,
  setFilter,
  setLedgerView,
  useLedgerView,
} from '../ledger-view.ts';
import { dayAndTime } from '../logic/group-by-day.ts';
import { presetLabels, sinceInstant, sincePresets } from '../logic/since-presets.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedRow, type ListedSection, RecordList } from '../RecordList.tsx';
import { RecordRow } from '../RecordRow.tsx';
import type { RecordKind } from '../record-looks.ts';
import styles from './Changes.module.css';

const selectSince = (view: LedgerView) => view.since;
const selectOther = (view: LedgerView) => view.sinceOther;
const presets = sincePresets.map(value => ({ value, label: presetLabels[value] }));

/** What is new, set aside or thought over since a moment. */
export function Changes() {
  const reading = useLedgerView(selectReading);
  const scope = useLedgerView(selectScope);
  const preset = useLedgerView(selectSince);
  const other = useLedgerView(selectOther);
  // The moment is that of the choice or of the last news, so that drawing anew asks nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: news move the moment
  const since = useMemo(() => sinceInstant(preset, other, Date.now()), [preset, other, reading]);
  const input = since === undefined ? undefined : { since, ...(scope !== undefined && { scope }) };
  const { output, error, isStale } = useAnswer('ledger.whatChanged', input, reading);
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <ChipGroup
          choose="one"
          label={t('Since')}
          onChange={([value]) => value && setLedgerView({ since: value })}
          options={presets}
          selected={[preset]}
        />
        {preset === 'other' ? (
          <div className={styles.moment}>
            <TextField
              label={t('Date and time')}
              labelHidden
              onChange={value => setLedgerView({ sinceOther: value })}
              type="datetime-local"
              value={other}
            />
          </div>
        ) : null}
        <span className={styles.since}>
          {since === undefined
            ? t('Choose a date and time.')
            : preset === 'ever'
              ? ''
              : t('since {since}', { since: dayAndTime(since) })}
        </span>
      </div>
      <div className={styles.list}>
        {error === undefined ? null : <ReadError message={error} />}
        {output && since !== undefined ? (
          <ChangeList changes={output} isStale={isStale} since={since} />
        ) : null}
      </div>
    </div>
  );
}

interface ChangeListProps {
  readonly changes: LedgerChanges;
  /** Whether they are those of another scope or moment than the chosen one, which is still to be answered. */
  readonly isStale: boolean;
  readonly since: string;
}

function ChangeList({ changes, isStale, since }: ChangeListProps) {
  const sections = useMemo(() => sectionsOf(changes), [changes]);
  if (sections.length > 0) return <RecordList label={t('What changed')} sections={sections} />;
  return isStale ? null : <NoChanges since={since} />;
}

/** That nothing changed, or that there never was anything. */
function NoChanges({ since }: { readonly since: string }) {
  const scope = useLedgerView(selectScope);
  const isEver = useLedgerView(selectSince) === 'ever';
  if (isEver)
    return scope === undefined ? (
      <EmptyLedger />
    ) : (
      <EmptyState
        actions={<Button onPress={() => setFilter({ scope: undefined })}>{t('Show everything')}</Button>}
        icon={CalendarClock}
        title={t('Nothing was written in {scope} yet', { scope })}
      />
    );
  return (
    <EmptyState
      actions={<Button onPress={() => setLedgerView({ since: 'ever' })}>{t('Show everything')}</Button>}
      icon={CalendarClock}
      title={t('Nothing changed here')}
    >
      {t('No decision and no entry since {since}. Choose an earlier moment.', { since: dayAndTime(since) })}
    </EmptyState>
  );
}

function sectionsOf(changes: LedgerChanges): ListedSection[] {
  const section = (id: string, heading: string, rows: readonly ListedRow[]): ListedSection => ({
    id,
    heading,
    count: rows.length,
    rows,
  });
  return [
    section(
      'overridden',
      t('Overridden decisions'),
      changes.overridden_decisions.map(one => row('overridden', 'decisions', one, one.reason)),
    ),
    section(
      'reconsidered',
      t('Reconsidered decisions'),
      changes.reconsidered_decisions.map(one => row('reconsidered', 'decisions', one)),
    ),
    section(
      'new',
      t('New decisions'),
      changes.new_decisions.map(one => row('new', 'decisions', one)),
    ),
    section(
      'entries',
      t('New entries'),
      changes.new_entries.map(one => row('entry', one.entry_type, one)),
    ),
  ].filter(({ rows }) => rows.length > 0);
}

function row(
  section: string,
  kind: RecordKind,
  { id, summary }: { readonly id: string; readonly summary: string },
  reason = '',
): ListedRow {
  return {
    id: `${section} ${id}`,
    recordId: id,
    text: summary,
    content: <RecordRow facts={[reason]} kind={kind} summary={summary} />,
  };
}
