import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SessionHealth } from '../../../../shared/model/health.ts';
import { call } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { adviceLooks, levelLooks } from '../looks.ts';
import styles from './Advice.module.css';

/** What to do, and while the session is blocked how the block ends (K2 to K4). */
export function Advice({ session }: { readonly session: SessionHealth }) {
  const { status, recommendation, message, warnings } = session.assessment;
  const { icon, title, text } = adviceLooks[recommendation];
  return (
    <>
      <Notice icon={icon} title={title} tone={status === 'GREEN' ? 'neutral' : levelLooks[status].tone}>
        {message ?? text}
        {warnings.map(warning => (
          <p key={warning}>{warning}</p>
        ))}
      </Notice>
      {session.blocked ? <Blocked session={session} /> : null}
    </>
  );
}

function Blocked({ session: { session_id, saved } }: { readonly session: SessionHealth }) {
  const [isAsking, setAsking] = useState(false);
  const acknowledge = () => {
    setAsking(true);
    call('health.acknowledgeCompaction', { session_id })
      .then(({ acknowledged, saved: outcome }) =>
        showToast(
          acknowledged
            ? { message: `${session_id} is compacted and counts from zero` }
            : { kind: 'error', message: `Still blocked: ${outcome.failure ?? 'it was not saved'}` },
        ),
      )
      .catch(showError)
      .finally(() => setAsking(false));
  };
  return (
    <section aria-label="Blocked" className={styles.blocked}>
      <Ban aria-hidden className={styles.icon} size={17} />
      <div className={styles.texts}>
        <strong>Blocked until the compaction is acknowledged</strong>
        <span className={styles.note}>
          {saved?.ok === true ? (
            <>
              <CircleCheck aria-hidden size={13} /> The state is saved to .rune/.
            </>
          ) : (
            <>
              <TriangleAlert aria-hidden size={13} /> The state is NOT saved: {saved?.failure ?? 'not yet'}
            </>
          )}{' '}
          Until then only tools that cost little may run.
        </span>
      </div>
      <Button disabled={isAsking} onPress={acknowledge} variant="primary">
        Acknowledge compaction
      </Button>
    </section>
  );
}
