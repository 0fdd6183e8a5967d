import { FileText, Search, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StoredDocument } from '../../../../shared/contract/content.ts';
import { call } from '../../../api/call.ts';
import { useNaming } from '../../../stores/deletion.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { usesWithKinds } from '../../../stores/naming-words.ts';
import { showError } from '../../../stores/toasts.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useWhenFinding } from '../../../ui/findable.ts';
import { formatCount, formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { formatDay } from '../../../ui/format-time.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { selectDocument, useMemoryView } from '../memory-view.ts';
import styles from './ContentTab.module.css';
import { loadContent, useContent } from './content-store.ts';

/** What is to be deleted: one document, or a whole collection. */
interface Deletion {
  readonly collection: string;
  readonly path?: string;
}

const everything = '(all)';

/** Documents by collection, with search, import and delete. */
export function Documents() {
  const { status, documents, collections } = useContent();
  const [chosen, setChosen] = useState(everything);
  const [query, setQuery] = useState('');
  const [deletion, setDeletion] = useState<Deletion>();
  const goneTo = useMemoryView(selectDocument);
  // Whoever went to a document sees its row, in its collection.
  useEffect(() => {
    if (!goneTo) return;
    setChosen(goneTo.collection);
    setQuery('');
  }, [goneTo]);
  const isKnown = collections.some(({ name }) => name === chosen);
  const collection = isKnown ? chosen : undefined;
  const startImport = () =>
    openDialog({ kind: 'import', files: [], ...(collection !== undefined && { collection }) });
  const shown = documents.filter(document => collection === undefined || document.collection === collection);
  const isEmpty = documents.length === 0;
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.search}>
          <TextField
            icon={Search}
            label={t('Search documents')}
            labelHidden
            onChange={setQuery}
            placeholder={t('Search documents by keyword')}
            value={query}
          />
        </div>
        <span className={styles.spacer} />
        {collection === undefined ? null : (
          <IconButton
            icon={Trash2}
            name={t('Delete collection {collection}', { collection })}
            onPress={() => setDeletion({ collection })}
          />
        )}
        <Button icon={Upload} onPress={startImport} variant="primary">
          {t('Import documents')}
        </Button>
      </div>
      <Collections chosen={collection ?? everything} onChoose={setChosen} />
      {isEmpty && status === 'ready' ? (
        <NoDocuments onImport={startImport} />
      ) : isEmpty ? (
        <p className={styles.muted}>{status === 'failed' ? '' : t('Reading what is stored…')}</p>
      ) : query.trim() === '' ? (
        <DocumentTable documents={shown} goneTo={goneTo} onDelete={setDeletion} />
      ) : (
        <DocumentHits collection={collection} onClear={() => setQuery('')} query={query} />
      )}
      {deletion ? <DeleteDialog deletion={deletion} onClose={() => setDeletion(undefined)} /> : null}
    </>
  );
}

interface DocumentHitsProps {
  readonly onClear: () => void;
  readonly query: string;
  readonly collection: string | undefined;
}

const pauseMs = 150;
const mostHits = 50;

/** Chunks that match, as a step that searches documents would find them. */
export function DocumentHits({ query, collection, onClear }: DocumentHitsProps) {
  const { reading } = useContent();
  const input = { query, topK: mostHits, ...(collection !== undefined && { collection }) };
  const { output, error, isStale } = useAnswer('documents.search', input, reading, pauseMs);
  const chunks = output?.chunks ?? [];
  if (isStale && chunks.length === 0) return <p className={styles.muted}>{t('Searching…')}</p>;
  if (error !== undefined)
    return (
      <p className={styles.error} role="alert">
        {error}
      </p>
    );
  if (chunks.length === 0)
    return (
      <p className={styles.muted}>
        {t('Nothing matches “{query}”.', { query: query.trim() })}{' '}
        <Button onPress={onClear} variant="quiet">
          {t('Clear search')}
        </Button>
      </p>
    );
  return (
    <ul aria-label={t('Matching chunks')}>
      {chunks.map((chunk, index) => (
        <li className={styles.hit} key={chunk.id ?? index}>
          <Bar
            label={t('score {value}', { value: formatDecimal(chunk.score ?? 0, 2) })}
            length={chunk.score ?? 0}
          />
          <span>
            <span className={styles.title}>
              {[chunk.source?.ref, chunk.title].filter(Boolean).join(' · ')}
            </span>
            <p>{chunk.content}</p>
          </span>
          <span className={styles.muted}>{formatDecimal(chunk.score ?? 0, 2)}</span>
        </li>
      ))}
    </ul>
  );
}

function Collections({ chosen, onChoose }: { chosen: string; onChoose: (name: string) => void }) {
  const { collections, documents } = useContent();
  if (collections.length === 0) return null;
  const options = [
    { value: everything, label: t('All ({count})', { count: documents.length }) },
    ...collections.map(({ name, documents: count }) => ({
      value: name,
      label: `${name} (${formatCount(count)})`,
    })),
  ];
  return (
    <ChipGroup
      choose="one"
      label={t('Collection')}
      onChange={([name]) => onChoose(name ?? everything)}
      options={options}
      selected={[chosen]}
    />
  );
}

interface DocumentTableProps {
  readonly documents: readonly StoredDocument[];
  /** The one that somebody went to: its row is in sight and marked. */
  readonly goneTo: { readonly collection: string; readonly path: string } | undefined;
  readonly onDelete: (document: { collection: string; path: string }) => void;
}

/** Rows drawn at first; a project may hold thousands. */
const pageSize = 200;
function DocumentTable({ documents, goneTo, onDelete }: DocumentTableProps) {
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
              <td className={styles.muted}>{formatDay(document.updated_at)}</td>
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
            {t('Show more of {count}', { count: documents.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const isThe = (document: StoredDocument, other: DocumentTableProps['goneTo']): boolean =>
  document.collection === other?.collection && document.path === other.path;

function NoDocuments({ onImport }: { readonly onImport: () => void }) {
  return (
    <EmptyState
      actions={
        <Button icon={Upload} onPress={onImport}>
          {t('Import a folder')}
        </Button>
      }
      icon={FileText}
      title={t('No documents yet')}
    >
      {t('Import a folder of Markdown; steps that search documents find it from then on.')}
    </EmptyState>
  );
}

function DeleteDialog({ deletion, onClose }: { readonly deletion: Deletion; readonly onClose: () => void }) {
  const { collections } = useContent();
  const size = collections.find(({ name }) => name === deletion.collection)?.documents ?? 0;
  const what = deletion.path ?? t('the collection {collection}', { collection: deletion.collection });
  const confirm = () => {
    call('documents.delete', { ...deletion }).then(loadContent, showError);
    onClose();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete')}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Delete {what}?', { what })}
      uses={usesWithKinds(useNaming({ kind: 'collection', id: deletion.collection }))}
    >
      <p>
        {deletion.path === undefined
          ? t('{documents} will be gone. This cannot be undone.', {
              documents: formatCounted(size, 'document'),
            })
          : t('Memories will not find it any more. This cannot be undone.')}
      </p>
    </ConfirmDialog>
  );
}
