import { useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { type ImportSource, importKinds, importSources } from '../../../shared/imports/import-kinds.ts';
import { call } from '../../api/call.ts';
import { t, told } from '../../texts/texts.ts';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './ImportDialog.module.css';
import type { ImportOptions } from './use-import.ts';

type OnConflict = NonNullable<ImportOptions['on_conflict']>;

const conflictChoices = [
  { value: 'keep', label: t('Keep mine') },
  { value: 'replace', label: t('Replace mine') },
  { value: 'new_id', label: t('Use a new id') },
] as const satisfies readonly { value: OnConflict; label: string }[];

const byContent = 'as_they_are';
const sources: readonly { value: ImportSource | typeof byContent; label: string }[] = [
  { value: byContent, label: t('What they are') },
  ...importSources.map(source => ({ value: source, label: told(importKinds[source].label) })),
];

interface ImportOptionsFormProps {
  readonly options: ImportOptions;
  readonly onChange: (options: ImportOptions) => void;
  readonly collectionError: string | undefined;
  /** Files are gone of which something is still here. */
  readonly asksToPrune: boolean;
}

/** How an import reads its files, where documents go, and what gives way to what. */
export function ImportOptionsForm({
  options,
  onChange,
  collectionError,
  asksToPrune,
}: ImportOptionsFormProps) {
  const collections = useCollections();
  const { source: _, ...others } = options;
  return (
    <div className={styles.options}>
      <Select
        label={t('Read files as')}
        onChange={value => onChange(value === byContent ? others : { ...others, source: value })}
        options={sources}
        value={options.source ?? byContent}
      />
      <ComboBox
        error={collectionError}
        label={t('Documents go to collection')}
        onChange={collection => onChange({ ...options, collection })}
        options={collections.map(({ name, documents }) => ({
          value: name,
          description: formatCounted(documents, 'document'),
        }))}
        value={options.collection ?? ''}
      />
      <div className={styles.conflict}>
        <span className={styles.question}>{t('Where the id is taken')}</span>
        <Segmented
          label={t('Where the id is taken')}
          onChange={on_conflict => onChange({ ...options, on_conflict })}
          options={conflictChoices}
          value={options.on_conflict ?? 'keep'}
        />
      </div>
      {asksToPrune ? (
        <div className={styles.prune}>
          <Switch
            label={t('Prune: remove what came of files that are gone')}
            on={options.prune ?? false}
            onChange={prune => onChange({ ...options, prune })}
          />
        </div>
      ) : null}
    </div>
  );
}

function useCollections(): Output<'documents.list'>['collections'] {
  const [collections, setCollections] = useState<Output<'documents.list'>['collections']>([]);
  useEffect(() => {
    // They are proposals only: without them a name is typed.
    call('documents.list', {}).then(
      listing => setCollections(listing.collections),
      () => undefined,
    );
  }, []);
  return collections;
}
