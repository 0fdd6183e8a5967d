import { useAnswer } from '../../../stores/use-answer.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { selectReading, selectScope, useLedgerView } from '../ledger-view.ts';
import styles from './Standing.module.css';

/** How the chosen scope stands: what holds and what is open (L5). */
export function Standing() {
  const reading = useLedgerView(selectReading);
  const scope = useLedgerView(selectScope);
  const { output } = useAnswer('ledger.summarize', { ...(scope !== undefined && { scope }) }, reading, 0);
  if (!output) return null;
  const figures = [
    [output.active_decisions, 'active'],
    [output.provisional_decisions, 'provisional'],
    [output.open_needs, 'open needs'],
    [output.active_warnings, 'warnings'],
    [output.unanswered_questions, 'questions'],
  ] as const;
  return (
    <p className={styles.standing} title={output.recent_activity_summary}>
      {figures
        .filter(([count], at) => at === 0 || count > 0)
        .map(([count, words]) => (
          <span key={words}>
            <strong>{formatCount(count)}</strong> {words}
          </span>
        ))}
    </p>
  );
}
