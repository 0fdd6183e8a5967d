import { CircleAlert, Save } from 'lucide-react';
import { useState } from 'react';
import type { SavedRecord, SessionHealth } from '../../../../shared/model/health.ts';
import { useOwnAnswer } from '../../../stores/use-answer.ts';
import { rich, t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDayTime } from '../../../ui/format-time.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import tabPage from '../../../ui/tab-page.module.css';
import { selectReading, useHealth } from '../health-store.ts';
import { filterRecords, recordFiles } from '../logic/saved-rows.ts';
import { Conflicts } from '../now/Conflicts.tsx';
import styles from './SavedTab.module.css';

const every = '(every)';

/** What is in `.rune/`: what the session saved, and what others did, marked as historical. */
export function SavedTab({ session }: { readonly session: SessionHealth }) {
  const reading = useHealth(selectReading);
  const [file, setFile] = useState(every);
  const [withHistorical, setWithHistorical] = useState(true);
  const { output, error } = useOwnAnswer('health.saved', { session_id: session.session_id }, reading, 30);
  if (error !== undefined)
    return (
      <div className={tabPage.page}>
        <Notice icon={CircleAlert} title={t('.rune/ cannot be read')} tone="error">
          {error}
        </Notice>
      </div>
    );
  if (!output) return null;
  if (output.total === 0)
    return (
      <EmptyState icon={Save} title={t('Nothing saved yet')}>
        {rich('At RED, and before a compaction, what must survive is written to {rune}.', {
          rune: <code>.rune/</code>,
        })}
      </EmptyState>
    );
  const filter = { file: file === every ? undefined : file, withHistorical };
  const shown = filterRecords(output.records, filter);
  return (
    <section aria-label={t('Saved state')} className={tabPage.page}>
      <div className={styles.bar}>
        <ChipGroup
          choose="one"
          label={t('File')}
          onChange={([next = every]) => setFile(next)}
          options={[
            { value: every, label: t('All files') },
            ...recordFiles(output.records).map(one => ({
              value: one.file,
              label: `${one.file} (${one.count})`,
            })),
          ]}
          selected={[file]}
        />
        <Switch label={t('Of other sessions')} on={withHistorical} onChange={setWithHistorical} />
      </div>
      <Conflicts conflicts={session.conflicts} sessionId={session.session_id} />
      <ol aria-label={t('Records, newest first')} className={styles.records}>
        {shown.map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: records only ever grow at the front and have no name of their own
          <li key={`${record.file} ${record.at} ${shown.length - index}`}>
            <RecordCard record={record} />
          </li>
        ))}
      </ol>
      {shown.length === 0 ? (
        <p className={styles.note}>{t('This session saved nothing in this file.')}</p>
      ) : null}
      {output.total > output.records.length ? (
        <p className={styles.note}>
          {t('The newest {count} of {total}; the files have all.', {
            count: output.records.length,
            total: output.total,
          })}
        </p>
      ) : null}
    </section>
  );
}

function RecordCard({ record }: { readonly record: SavedRecord }) {
  const { file, at, session_id, historical, entries } = record;
  return (
    <article className={styles.record}>
      <header className={styles.head}>
        <span className={styles.file}>{file}</span>
        <span>{session_id}</span>
        {historical ? <Badge tone="missing">{t('historical')}</Badge> : null}
        <time className={styles.time} dateTime={at}>
          {formatDayTime(at)}
        </time>
      </header>
      <ul className={styles.entries}>
        {entries.map(({ text, details }) => (
          <li key={`${text} ${JSON.stringify(details)}`}>
            {text}
            {details.length === 0 ? null : (
              <ul className={styles.details}>
                {details.map(({ name, text: value }) => (
                  <li key={`${name} ${value}`}>
                    <span className={styles.name}>{name}</span> {value}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}
