import { FileText, Search, Trash2, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useNaming } from '../../../stores/deletion.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { usesWithKinds } from '../../../stores/naming-words.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ChipGroup } from '../../../ui/ChipGroup.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { selectDocument, useMemoryView } from '../memory-view.ts';
import styles from './ContentTab.module.css';
import { loadContent, useContent } from './content-store.ts';
import { DocumentHits } from './DocumentHits.tsx';
import { DocumentTable } from './DocumentTable.tsx';

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

function Collections({ chosen, onChoose }: { chosen: string; onChoose: (name: string) => void }) {
  const { collections, documents } = useContent();
  if (collections.length === 0) return null;
  const options = [
    { value: everything, label: t('All ({count})', { count: formatCount(documents.length) }) },
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
      danger
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
