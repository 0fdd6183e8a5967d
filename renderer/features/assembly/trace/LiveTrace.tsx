import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LiveRun } from '../../../stores/live-run.ts';
import { t } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { formatCounted, formatMs } from '../../../ui/format-number.ts';
import { CallStatusMark } from './CallStatusMark.tsx';
import styles from './LiveTrace.module.css';
import { type LiveRow, liveRows } from './live-rows.ts';

/** An assembly that still runs: its memories on one time axis, each filled in as its pipeline ends. */
export function LiveTrace({ run }: { readonly run: LiveRun }) {
  const elapsedMs = useElapsed(run.startedAt);
  const rows = liveRows(run, elapsedMs);
  return (
    <section aria-label={t('Assembling')} className={styles.live}>
      <p aria-live="polite" className={styles.title}>
        <LoaderCircle aria-hidden className={styles.turning} size={14} />
        {stateWords(run)}
        <span className={styles.time}>{formatMs(elapsedMs)}</span>
      </p>
      <ul aria-label={t('Pipelines')} className={styles.rows}>
        {rows.map(row => (
          <Row key={row.memoryId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function stateWords({ isResolved, memories, calls }: LiveRun): string {
  if (!isResolved) return t('Evaluating rules');
  if (calls.length === memories.length) return t('Merging and budgeting');
  return t('{count} of {pipelines} ended', {
    count: calls.length,
    pipelines: formatCounted(memories.length, 'pipeline'),
  });
}

function Row({ row: { memoryId, call, bar } }: { readonly row: LiveRow }) {
  const words = call
    ? t('starts at {started_ms}, takes {duration_ms}', {
        started_ms: formatMs(call.started_ms),
        duration_ms: formatMs(call.duration_ms),
      })
    : t('runs or waits');
  return (
    <li className={styles.row}>
      <span className={styles.mark}>{call ? <CallStatusMark status={call.status} /> : t('running')}</span>
      <span className={styles.memory} title={memoryId}>
        {memoryId}
      </span>
      <Bar
        label={words}
        length={bar.length}
        start={bar.start}
        tone={call ? toneOf(call.status) : 'neutral'}
      />
      <span className={styles.figure}>
        {call ? (call.error?.message ?? formatCounted(call.items, 'item')) : ''}
      </span>
      <span className={styles.figure}>{call ? formatMs(call.duration_ms) : ''}</span>
    </li>
  );
}

function toneOf(status: NonNullable<LiveRow['call']>['status']): 'accent' | 'error' | 'neutral' {
  if (status === 'failed') return 'error';
  return status === 'skipped' ? 'neutral' : 'accent';
}

const tickMs = 100;

function useElapsed(startedAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - startedAt);
}
