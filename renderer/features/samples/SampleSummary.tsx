import { useAssemblySummary } from '../../stores/summary.ts';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import styles from './SampleSummary.module.css';

/** "4 of 12 rules fired · 5 memories · 2,940 of 8,000 tokens · 2 items cut". */
export function SampleSummary() {
  const summary = useAssemblySummary();
  if (!summary) return null;
  const { fired, rules, memories, tokens, limit, cut } = summary;
  return (
    <span className={styles.summary}>
      <strong>
        {fired} of {rules}
      </strong>{' '}
      rules fired
      <span className={styles.more}>
        {' · '}
        <strong>{memories}</strong> {memories === 1 ? 'memory' : 'memories'}
      </span>
      <span className={styles.tokens}>
        {' · '}
        <strong>{formatCount(tokens)}</strong>
        {limit === undefined ? '' : ` of ${formatCount(limit)}`} tokens
      </span>
      <span className={styles.more}>{cut === 0 ? '' : ` · ${formatCounted(cut, 'item')} cut`}</span>
    </span>
  );
}
