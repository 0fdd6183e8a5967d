import { Fragment } from 'react';
import type { AssemblySummary } from '../../../stores/summary.ts';
import { formatCount } from '../../../ui/format-number.ts';
import styles from './SummaryLine.module.css';

/** "3 of 41 rules fired · 5 memories · 2,940 of 8,000 tokens · 2 items cut". */
export function SummaryLine({ summary }: { readonly summary: AssemblySummary }) {
  const { fired, rules, memories, tokens, limit, cut } = summary;
  const figures: readonly (readonly [number, string])[] = [
    [fired, `of ${formatCount(rules)} ${rules === 1 ? 'rule' : 'rules'} fired`],
    [memories, memories === 1 ? 'memory' : 'memories'],
    [tokens, limit === undefined ? 'tokens, no limit' : `of ${formatCount(limit)} tokens`],
    [cut, cut === 1 ? 'item cut' : 'items cut'],
  ];
  return (
    <p aria-live="polite" className={styles.line}>
      {figures.map(([figure, words], index) => (
        <Fragment key={words}>
          {index === 0 ? '' : ' · '}
          <strong className={styles.figure}>{formatCount(figure)}</strong> {words}
        </Fragment>
      ))}
    </p>
  );
}
