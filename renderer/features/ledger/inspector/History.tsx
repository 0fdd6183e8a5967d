import type { StatusChange } from '../../../../shared/model/ledger.ts';
import { t } from '../../../texts/texts.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { dayAndTime } from '../logic/group-by-day.ts';
import { statusLooks } from '../record-looks.ts';
import styles from './History.module.css';

/** What became of a decision, oldest first. */
export function History({ history }: { readonly history: readonly StatusChange[] }) {
  if (history.length === 0) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('History')} />
      <ol className={styles.steps}>
        {history.map(({ at, status, by, reason }) => {
          const { icon: Icon, label, tone } = statusLooks[status];
          return (
            <li className={styles.step} key={`${at} ${status}`}>
              <Icon aria-hidden className={styles[tone] ?? ''} size={14} />
              <span>
                {label}
                <span className={styles.when}>
                  {' '}
                  {dayAndTime(at)}
                  {by === undefined || by === '' ? '' : ` · ${by}`}
                </span>
                {reason === undefined || reason === '' ? null : (
                  <span className={styles.reason}>{reason}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
