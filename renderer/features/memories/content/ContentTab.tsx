import { useState } from 'react';
import { Segmented } from '../../../ui/Segmented.tsx';
import styles from './ContentTab.module.css';
import { useContent } from './content-store.ts';
import { Documents } from './Documents.tsx';
import { KeyValues } from './KeyValues.tsx';

const kinds = [
  { value: 'documents', label: 'Documents' },
  { value: 'keys', label: 'Keys and values' },
] as const;

/** What the project stores for memories to read: documents by collection, and keys with their values. */
export function ContentTab() {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('documents');
  const { status, error } = useContent();
  return (
    <div className={styles.page}>
      <Segmented label="Kind of content" onChange={setKind} options={kinds} value={kind} />
      {status === 'failed' ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {kind === 'documents' ? <Documents /> : <KeyValues />}
    </div>
  );
}
