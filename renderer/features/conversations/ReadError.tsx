import { CircleAlert } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ReadError.module.css';

/** Says why there is nothing newer, beside what there was before. */
export function ReadError({ message }: { readonly message: string }) {
  return (
    <div className={styles.error} role="alert">
      <Notice icon={CircleAlert} title={t('This could not be read')} tone="error">
        {message}
      </Notice>
    </div>
  );
}
