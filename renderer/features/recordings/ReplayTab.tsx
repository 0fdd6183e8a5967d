import { CircleAlert, GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { overlayOf } from '../../stores/preview.ts';
import { useAnswer } from '../../stores/use-answer.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import tabPage from '../../ui/tab-page.module.css';
import styles from './Recordings.module.css';
import { ReplaySummary } from './ReplaySummary.tsx';
import { selectReading, useRecordings } from './recordings-store.ts';

const selectAll = (state: DocumentsState) => state;
const pauseMs = 400;

/** What the unsaved edit would have changed for the requests that really came. */
export function ReplayTab() {
  const documents = useDocuments(selectAll);
  const reading = useRecordings(selectReading);
  const overlay = useMemo(() => overlayOf(documents), [documents]);
  const isEdited = documents.unsaved.some(({ kind }) => kind === 'engines' || kind === 'memories');
  const { output, error } = useAnswer('recordings.replay', isEdited ? overlay : undefined, reading, pauseMs);
  if (!isEdited)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'rules' })}>{t('Open the rules')}</Button>}
        icon={GitCompareArrows}
        title={t('Nothing is edited')}
      >
        {t(
          'Change a rule or a memory: before you save it, this shows which recorded requests would have come out otherwise, and what that costs.',
        )}
      </EmptyState>
    );
  return (
    <div className={tabPage.page}>
      {error === undefined ? null : (
        <Notice icon={CircleAlert} title={t('It cannot be replayed')} tone="error">
          {error}
        </Notice>
      )}
      {output === undefined ? null : (
        <section aria-label={t('Replay')} className={styles.card}>
          <PanelHeader title={t('The unsaved edit, for recorded requests')} />
          <ReplaySummary replay={output} />
          {output.skipped === 0 ? null : (
            <p className={styles.none}>
              {t(
                '{skipped} {skipped|is no valid request|are no valid requests} any more and {skipped|was|were} left out.',
                { skipped: output.skipped },
              )}
            </p>
          )}
        </section>
      )}
    </div>
  );
}
