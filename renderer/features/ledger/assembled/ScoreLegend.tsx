import type { LedgerWeights } from '../../../../shared/model/ledger.ts';
import { factorNames } from '../logic/scored-rows.ts';
import { factorLooks } from './factor-looks.ts';
import styles from './ScoreLegend.module.css';

/** What the colours and columns of the scores are: factor times weight, together the score. */
export function ScoreLegend({ weights }: { readonly weights: LedgerWeights }) {
  return (
    <div className={styles.legend}>
      <span>Score =</span>
      {factorNames.map((name, at) => (
        <span className={styles.factor} key={name}>
          {at === 0 ? null : <span aria-hidden>+</span>}
          <span className={styles.swatch} style={{ background: factorLooks[name].color }} />
          {factorLooks[name].label}
          <span className={styles.weight}>× {weights[name]}</span>
        </span>
      ))}
    </div>
  );
}
