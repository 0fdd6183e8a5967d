import { Minus, Plus } from 'lucide-react';
import type { LedgerDecision } from '../../../../shared/model/ledger.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './Alternatives.module.css';

/** The ways that were not taken, with what spoke for and against them. */
export function Alternatives({
  alternatives,
}: {
  readonly alternatives: NonNullable<LedgerDecision['alternatives']>;
}) {
  if (alternatives.length === 0) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title="Alternatives not taken" />
      {alternatives.map(({ option, pros = [], cons = [], reason_rejected = '' }) => (
        <div className={styles.alternative} key={option}>
          <strong>{option}</strong>
          {reason_rejected === '' ? null : <p className={styles.reason}>{reason_rejected}</p>}
          <ul className={styles.points}>
            {pros.map(pro => (
              <li key={`pro ${pro}`}>
                <Plus aria-label="for" className={styles.pro ?? ''} role="img" size={13} />
                {pro}
              </li>
            ))}
            {cons.map(con => (
              <li key={`con ${con}`}>
                <Minus aria-label="against" className={styles.con ?? ''} role="img" size={13} />
                {con}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
