import { Copy, Pencil, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { DeleteMemoryDialog } from '../DeleteMemoryDialog.tsx';
import { copyMemory } from '../edits/memory-commands.ts';
import { editMemory, setDescription, setTags } from '../edits/memory-edits.ts';
import { RenameMemoryDialog } from '../RenameMemoryDialog.tsx';
import styles from './MemoryBasics.module.css';

/** Name, description, version and status; the form opens behind the pencil. */
export function MemoryBasics({ memory }: { readonly memory: PersistentMemory }) {
  const [isEditing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{memory.id}</h2>
        <div className={styles.badges}>
          <Badge mono>v{memory.version}</Badge>
          <Badge tone={memory.status === 'active' ? 'fired' : 'missing'}>{t(memory.status)}</Badge>
          <IconButton
            icon={Pencil}
            name={t('Edit label, description, version and status')}
            onPress={() => setEditing(!isEditing)}
            pressed={isEditing}
          />
          <Menu
            entries={[
              {
                id: 'rename',
                label: t('Rename…'),
                icon: TextCursorInput,
                keys: 'F2',
                run: () => setDialog('rename'),
              },
              {
                id: 'duplicate',
                label: t('Duplicate'),
                icon: Copy,
                keys: 'Mod+D',
                run: () => copyMemory(memory.id),
              },
              'separator',
              {
                id: 'delete',
                label: t('Delete memory'),
                icon: Trash2,
                keys: 'Delete',
                tone: 'danger',
                run: () => setDialog('delete'),
              },
            ]}
            name={t('Actions of this memory')}
          />
        </div>
        <p className={styles.description}>{memory.description ?? memory.label}</p>
      </header>
      {isEditing ? <BasicsForm memory={memory} /> : null}
      {dialog === 'rename' ? (
        <RenameMemoryDialog memory={memory} onRenamed={showMemory} onClose={closeDialog} />
      ) : null}
      {dialog === 'delete' ? <DeleteMemoryDialog memory={memory} onClose={closeDialog} /> : null}
    </>
  );
}

const statuses = [
  { value: 'active', label: t('Active') },
  { value: 'deprecated', label: t('Deprecated'), description: t('Still runs, with a warning.') },
] as const;

const versionPattern = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

function BasicsForm({ memory }: { readonly memory: PersistentMemory }) {
  const change = (label: string, key: string, set: (draft: PersistentMemory) => void) =>
    editMemory(memory.id, label, set, key);
  return (
    <div className={styles.form}>
      <TextField
        error={memory.label === '' ? t('A memory needs a label.') : undefined}
        label={t('Label')}
        onChange={text =>
          change(t('change label'), 'label', draft => {
            draft.label = text;
          })
        }
        value={memory.label}
      />
      <TextField
        error={versionPattern.test(memory.version) ? undefined : t('Write it as 1.0.0.')}
        label={t('Version')}
        mono
        onChange={text =>
          change(t('change version'), 'version', draft => {
            draft.version = text;
          })
        }
        value={memory.version}
      />
      <Select
        label={t('Status')}
        onChange={status =>
          change(t('change status'), 'status', draft => {
            draft.status = status;
          })
        }
        options={statuses}
        value={memory.status}
      />
      <TagField
        label={t('Tags')}
        onChange={tags => editMemory(memory.id, t('change tags'), draft => setTags(draft, tags))}
        values={memory.tags ?? []}
      />
      <div className={styles.wide}>
        <TextArea
          label={t('Description')}
          onChange={text =>
            change(t('change description'), 'description', draft => setDescription(draft, text))
          }
          rows={2}
          value={memory.description ?? ''}
        />
      </div>
    </div>
  );
}
