import { useEffect, useState } from 'react';
import { t } from '../../../texts/texts.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { selectDocument, useMemoryView } from '../memory-view.ts';
import styles from './ContentTab.module.css';
import { useContent } from './content-store.ts';
import { Documents } from './Documents.tsx';
import { Events } from './events/Events.tsx';
import { Graph } from './graph/Graph.tsx';
import { KeyValues } from './KeyValues.tsx';

const kinds = [
  { value: 'documents', label: t('Documents') },
  { value: 'keys', label: t('Keys and values') },
  { value: 'events', label: t('Events') },
  { value: 'graph', label: t('Graph') },
] as const;

const parts = { documents: Documents, keys: KeyValues, events: Events, graph: Graph } as const;

/** What the project stores for memories to read: documents, keys with their values, events and the graph. */
export function ContentTab() {
  const [kind, setKind] = useState<keyof typeof parts>('documents');
  const { status, error } = useContent();
  const goneTo = useMemoryView(selectDocument);
  useEffect(() => {
    if (goneTo) setKind('documents');
  }, [goneTo]);
  const Part = parts[kind];
  return (
    <div className={styles.page}>
      <Segmented label={t('Kind of content')} onChange={setKind} options={kinds} value={kind} />
      {status === 'failed' ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <Part />
    </div>
  );
}
