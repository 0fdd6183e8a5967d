import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StoredDocument } from '../../../../shared/contract/content.ts';
import { dayLocale, t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useWhenFinding } from '../../../ui/findable.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './ContentTab.module.css';

interface DocumentTableProps {
  readonly documents: readonly StoredDocument[];
  /** The one that somebody went to: its row is in sight and marked. */
  readonly goneTo: { readonly collection: string; readonly path: string } | undefined;
  readonly onDelete: (document: { collection: string; path: string }) => void;
}

/** Rows drawn at first; a project may hold thousands. */
const pageSize = 200;
const dates = new Intl.DateTimeFormat(dayLocale, { dateStyle: 'medium' });

export function DocumentTable({ documents, goneTo, onDelete }: DocumentTableProps) {
  const [limit, setLimit] = useState(pageSize);
  useWhenFinding(() => setLimit(Number.POSITIVE_INFINITY));
  const marked = useRef<HTMLTableRowElement>(null);
  const place = documents.findIndex(one => isThe(one, goneTo));
  useEffect(() => {
    if (place < 0) return;
    setLimit(before => Math.max(before, place + 1));
    // It may be drawn only now.
    const timer = setTimeout(() => marked.current?.scrollIntoView({ block: 'center' }));
    return () => clearTimeout(timer);
  }, [place]);
  const shown = documents.slice(0, limit);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('Document')}</th>
            <th className={styles.number}>{t('Chunks')}</th>
            <th className={styles.number}>{t('Tokens')}</th>
            <th className={styles.short}>{t('Changed')}</th>
            <th aria-label={t('Actions')} className={styles.action} />
          </tr>
        </thead>
        <tbody>
          {shown.map(document => (
            <tr key={document.id} {...(isThe(document, goneTo) && { 'aria-current': true, ref: marked })}>
              <td className={styles.document}>
                <span className={styles.title} title={document.title}>
                  {document.title}
                </span>
                <span className={styles.file} title={`${document.collection}/${document.path}`}>
                  {document.collection}/{document.path}
                </span>
              </td>
              <td className={styles.number}>{formatCount(document.chunks)}</td>
              <td className={styles.number}>{formatCount(document.tokens)}</td>
              <td className={styles.muted}>{dates.format(new Date(document.updated_at))}</td>
              <td className={styles.action}>
                <IconButton
                  icon={Trash2}
                  name={t('Delete {path}', { path: document.path })}
                  onPress={() => onDelete({ collection: document.collection, path: document.path })}
                  size="s"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {documents.length > limit ? (
        <div>
          <Button onPress={() => setLimit(limit + pageSize)} variant="quiet">
            {t('Show more of {count}', { count: formatCount(documents.length) })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const isThe = (document: StoredDocument, other: DocumentTableProps['goneTo']): boolean =>
  document.collection === other?.collection && document.path === other.path;
