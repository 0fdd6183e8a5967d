import { Activity, CircleAlert, CircleCheck } from 'lucide-react';
import type { SessionDecision, SessionHealth } from '../../../shared/model/health.ts';
import { showError } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import styles from './HealthInspector.module.css';
import { feedCommand, healthReading, useSession } from './health-store.ts';

/** Right panel of the health view: what must survive a compaction of the session. */
export function HealthInspector() {
  healthReading.useLive();
  const session = useSession();
  if (!session)
    return (
      <EmptyState
        actions={<CopyButton label={t('Copy a command to try')} onError={showError} text={feedCommand} />}
        icon={Activity}
        title={t('No session selected')}
      >
        {t('What a session must not lose is shown here, as soon as an agent tells of one.')}
      </EmptyState>
    );
  const { notes } = session;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrolled with the keyboard.
    <section aria-label={t('What must survive')} className={styles.panel} tabIndex={0}>
      <PanelHeader level="panel" title={t('What must survive')} />
      <SaveState session={session} />
      <Texts texts={notes.task === undefined ? [] : [notes.task]} title={t('Task')} />
      <Texts texts={notes.phase === undefined ? [] : [notes.phase]} title={t('Phase')} />
      <Texts texts={[...(notes.plan?.steps ?? []), ...boundaryText(session)]} title={t('Plan')} />
      <Texts texts={(notes.decisions ?? []).map(decisionText)} title={t('Decisions')} />
      <Texts texts={notes.blockers ?? []} title={t('Blockers')} />
      <Texts texts={notes.remaining ?? []} title={t('Remaining')} />
      <Texts mono texts={notes.files ?? []} title={t('Files touched')} />
      <Texts texts={notes.conventions ?? []} title={t('Conventions')} />
    </section>
  );
}

const decisionText = (decision: SessionDecision): string =>
  typeof decision === 'string' ? decision : decision.summary;

function boundaryText({ notes }: SessionHealth): string[] {
  return notes.plan?.boundary === undefined
    ? []
    : [t('next boundary: {boundary}', { boundary: notes.plan.boundary })];
}

function SaveState({ session: { saved } }: { readonly session: SessionHealth }) {
  if (saved === undefined)
    return <p className={styles.none}>{t('Nothing saved yet: it is, before a compaction and at RED.')}</p>;
  if (saved.ok)
    return (
      <Notice icon={CircleCheck} title={t('Saved to .rune/')} tone="fired">
        {saved.files.length === 0 ? t('Nothing was new.') : saved.files.join(', ')}
      </Notice>
    );
  return (
    <Notice icon={CircleAlert} title={t('NOT saved')} tone="error">
      {saved.failure}
    </Notice>
  );
}

interface TextsProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly mono?: boolean;
}

function Texts({ title, texts, mono = false }: TextsProps) {
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={title} />
      {texts.length === 0 ? (
        <p className={styles.none}>{t('none')}</p>
      ) : (
        <ul className={mono ? styles.mono : undefined}>
          {[...new Set(texts)].map(text => (
            <li className={styles.text} key={text}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
