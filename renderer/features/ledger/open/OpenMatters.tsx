import { CircleCheck } from 'lucide-react';
import type { DecisionConflict, LedgerEntry } from '../../../../shared/model/ledger.ts';
import { t } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { selectScope, useLedgerView } from '../ledger-view.ts';
import { dayAndTime } from '../logic/group-by-day.ts';
import { ReadError } from '../ReadError.tsx';
import { type ListedSection, RecordList } from '../RecordList.tsx';
import { RecordRow } from '../RecordRow.tsx';
import styles from './OpenMatters.module.css';
import { useOpenMatters } from './use-open-matters.ts';

const headings = {
  need: t('Open needs'),
  question: t('Unanswered questions'),
  warning: t('Warnings in force'),
} as const;

/** Decisions that contradict each other, and what nobody has met, answered or lifted yet. */
export function OpenMatters() {
  const scope = useLedgerView(selectScope);
  const { conflicts, entries, isKnown, error } = useOpenMatters();
  if (error !== undefined) return <ReadError message={error} />;
  if (!isKnown) return null;
  if (conflicts.length + entries.length === 0)
    return (
      <EmptyState
        icon={CircleCheck}
        title={scope === undefined ? t('Nothing is open here') : t('Nothing is open in {scope}', { scope })}
      >
        {scope === undefined
          ? t('No decisions contradict each other, and every need, question and warning is resolved.')
          : t('There, no decisions contradict each other, and every need, question and warning is resolved.')}
      </EmptyState>
    );
  const sections = [
    conflictSection(conflicts),
    ...(['need', 'question', 'warning'] as const).map(type =>
      entrySection(
        type,
        entries.filter(({ entry_type }) => entry_type === type),
      ),
    ),
  ];
  return (
    <RecordList
      label={t('Conflicts and open needs')}
      sections={sections.filter(({ rows }) => rows.length > 0)}
    />
  );
}

function conflictSection(conflicts: readonly DecisionConflict[]): ListedSection {
  return {
    id: 'conflicts',
    heading: t('Conflicts'),
    count: conflicts.length,
    end: t('confirm, override or reconsider one of the two'),
    rows: conflicts.map(({ newer, older, domain, shared, similarity }) => ({
      id: `conflict ${newer.id} ${older.id}`,
      recordId: newer.id,
      text: t('{summary} contradicts {summary2}', { summary: newer.summary, summary2: older.summary }),
      content: (
        <RecordRow
          end={
            <>
              <span className={styles.number}>
                {t('{similarity}% alike', { similarity: Math.round(similarity * 100) })}
              </span>
              <span>{domain}</span>
            </>
          }
          facts={[
            t('against: {summary}', { summary: older.summary }),
            shared.length === 0 ? t('same scope') : shared.join(', '),
          ]}
          kind="decisions"
          summary={newer.summary}
        />
      ),
    })),
  };
}

function entrySection(type: keyof typeof headings, entries: readonly LedgerEntry[]): ListedSection {
  return {
    id: type,
    heading: headings[type],
    count: entries.length,
    rows: entries.map(({ id, summary, agent_id = '', scope = '', timestamp }) => ({
      id: id,
      recordId: id,
      text: summary,
      content: (
        <RecordRow
          end={<span className={styles.number}>{dayAndTime(timestamp)}</span>}
          facts={[agent_id, scope === 'project' ? '' : scope]}
          kind={type}
          summary={summary}
        />
      ),
    })),
  };
}
