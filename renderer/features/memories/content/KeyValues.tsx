import { Database, Pencil, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useNaming } from '../../../stores/deletion.ts';
import { usesWithKinds } from '../../../stores/naming-words.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useWhenFinding } from '../../../ui/findable.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './ContentTab.module.css';
import { type KeyValueEntry, loadContent, useContent } from './content-store.ts';
import { KeyValueDialog } from './KeyValueDialog.tsx';

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'delete'; readonly entry: KeyValueEntry };

/** Stored keys with their values, to look through, add, change and delete. */
export function KeyValues() {
  const { entries, status } = useContent();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog>();
  const found = entries.filter(entry => addressOf(entry).toLowerCase().includes(search.trim().toLowerCase()));
  const close = () => setDialog(undefined);
  const isEmpty = entries.length === 0 && status === 'ready';
  return (
    <>
      {isEmpty ? null : (
        <div className={styles.bar}>
          <div className={styles.search}>
            <TextField
              icon={Search}
              label={t('Search keys')}
              labelHidden
              onChange={setSearch}
              placeholder={t('Search instance, namespace or key')}
              value={search}
            />
          </div>
          <span className={styles.spacer} />
          <Button adds onPress={() => setDialog({ kind: 'new' })} variant="primary">
            {t('Add key')}
          </Button>
        </div>
      )}
      {isEmpty ? (
        <EmptyState
          actions={
            <Button adds onPress={() => setDialog({ kind: 'new' })}>
              {t('Add key')}
            </Button>
          }
          icon={Database}
          title={t('No keys yet')}
        >
          {t('Add a key here, or let an agent write one; steps that read keys find it.')}
        </EmptyState>
      ) : found.length === 0 && status === 'ready' ? (
        <p className={styles.muted}>
          {t('Nothing matches “{search}”.', { search: search.trim() })}{' '}
          <Button onPress={() => setSearch('')} variant="quiet">
            {t('Clear search')}
          </Button>
        </p>
      ) : (
        <KeyTable
          entries={found}
          onDelete={entry => setDialog({ kind: 'delete', entry })}
          onEdit={entry => setDialog({ kind: 'edit', entry })}
        />
      )}
      {dialog?.kind === 'new' ? <KeyValueDialog onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <KeyValueDialog entry={dialog.entry} onClose={close} /> : null}
      {dialog?.kind === 'delete' ? <DeleteKey entry={dialog.entry} onClose={close} /> : null}
    </>
  );
}

const addressOf = ({ instance, namespace, key }: KeyValueEntry): string =>
  `${instance} / ${namespace} / ${key}`;

/** Rows drawn at first; a project may hold thousands. */
const pageSize = 200;

interface KeyTableProps {
  readonly entries: readonly KeyValueEntry[];
  readonly onEdit: (entry: KeyValueEntry) => void;
  readonly onDelete: (entry: KeyValueEntry) => void;
}

function KeyTable({ entries, ...does }: KeyTableProps) {
  const [limit, setLimit] = useState(pageSize);
  useWhenFinding(() => setLimit(Number.POSITIVE_INFINITY));
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('Instance / namespace')}</th>
            <th className={styles.short}>{t('Key')}</th>
            <th>{t('Value')}</th>
            <th aria-label={t('Actions')} className={styles.number} />
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, limit).map(entry => (
            <KeyRow entry={entry} key={addressOf(entry)} {...does} />
          ))}
        </tbody>
      </table>
      {entries.length > limit ? (
        <div>
          <Button onPress={() => setLimit(limit + pageSize)} variant="quiet">
            {t('Show more of {count}', { count: entries.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

interface KeyRowProps extends Omit<KeyTableProps, 'entries'> {
  readonly entry: KeyValueEntry;
}

function KeyRow({ entry, onEdit, onDelete }: KeyRowProps) {
  return (
    <tr>
      <td className={styles.path} title={`${entry.instance} / ${entry.namespace}`}>
        {entry.instance} / {entry.namespace}
      </td>
      <td className={styles.title} title={entry.key}>
        {entry.key}
      </td>
      <td className={styles.value} title={JSON.stringify(entry.value)}>
        {typeof entry.value === 'string' ? entry.value : JSON.stringify(entry.value)}
      </td>
      <td className={styles.action}>
        <IconButton
          icon={Pencil}
          name={t('Edit {key}', { key: entry.key })}
          onPress={() => onEdit(entry)}
          size="s"
        />
        <IconButton
          icon={Trash2}
          name={t('Delete {key}', { key: entry.key })}
          onPress={() => onDelete(entry)}
          size="s"
        />
      </td>
    </tr>
  );
}

function DeleteKey({ entry, onClose }: { readonly entry: KeyValueEntry; readonly onClose: () => void }) {
  const confirm = () => {
    const { instance, namespace, key } = entry;
    call('kv.delete', { instance, namespace, key }).then(loadContent, showError);
    onClose();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete key')}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Delete {key}?', { key: entry.key })}
      uses={usesWithKinds(useNaming({ kind: 'namespace', id: entry.namespace }))}
    >
      <p>{t('{entry} will be gone. This cannot be undone.', { entry: addressOf(entry) })}</p>
    </ConfirmDialog>
  );
}
