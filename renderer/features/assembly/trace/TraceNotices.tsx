import { CircleQuestionMark, Layers2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Trace } from '../../../../shared/model/assembled-context.ts';
import { rich, t, told } from '../../../texts/texts.ts';
import styles from './DroppedList.module.css';

type Notices = Pick<Trace, 'warnings' | 'missing_variables' | 'shadowed_variables'>;

/** What a reader should know beside the items: warnings, variables nobody gave, names that hid others. */
export function TraceNotices({ warnings, missing_variables, shadowed_variables }: Notices) {
  if (warnings.length + missing_variables.length + shadowed_variables.length === 0) return null;
  return (
    <ul aria-label={t('Warnings and variables')} className={styles.list}>
      {warnings.map(({ code, path, message }) => (
        <Row icon={TriangleAlert} key={`${code} ${path} ${message}`}>
          {told(message)}
        </Row>
      ))}
      {missing_variables.map(({ name, needed_by }) => (
        <Row icon={CircleQuestionMark} key={`missing ${name}`}>
          {rich('{name} is missing, needed by {needed_by}', {
            name: <strong>{name}</strong>,
            needed_by: needed_by.join(', '),
          })}
        </Row>
      ))}
      {shadowed_variables.map(({ name, winner, shadowed }) => (
        <Row icon={Layers2} key={`shadowed ${name}`}>
          {rich('{name} is taken from {winner}, which hides {shadowed}', {
            name: <strong>{name}</strong>,
            winner,
            shadowed: shadowed.join(', '),
          })}
        </Row>
      ))}
    </ul>
  );
}

function Row({ icon: Icon, children }: { readonly icon: typeof Layers2; readonly children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Icon aria-hidden className={styles.icon} size={14} strokeWidth={1.75} />
      <span className={styles.text}>{children}</span>
    </li>
  );
}
