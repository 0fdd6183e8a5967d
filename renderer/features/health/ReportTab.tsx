import { Braces, CircleAlert } from 'lucide-react';
import type { SessionHealth } from '../../../shared/model/health.ts';
import { showError } from '../../stores/toasts.ts';
import { useOwnAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { selectReading, useHealth } from './health-store.ts';
import styles from './ReportTab.module.css';

/** The report as it is given to agents, to be copied as text or as data. */
export function ReportTab({ session }: { readonly session: SessionHealth }) {
  const reading = useHealth(selectReading);
  const { output, error } = useOwnAnswer('health.report', { session_id: session.session_id }, reading, 30);
  return (
    <section aria-label={t('Report')} className={styles.page}>
      {error === undefined ? null : (
        <Notice icon={CircleAlert} title={t('There is no report')} tone="error">
          {error}
        </Notice>
      )}
      {output ? (
        <>
          <div className={styles.bar}>
            <CopyButton label={t('Copy Markdown')} onError={showError} text={output.markdown} />
            <CopyButton
              icon={Braces}
              label={t('Copy JSON')}
              onError={showError}
              text={() => JSON.stringify(output.session, null, 2)}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard. */}
          <pre className={styles.text} tabIndex={0}>
            {output.markdown}
          </pre>
        </>
      ) : null}
    </section>
  );
}
