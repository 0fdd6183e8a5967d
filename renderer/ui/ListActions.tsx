import { Copy, Trash2 } from 'lucide-react';
import { t } from '../texts/texts.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, type MenuEntry } from './Menu.tsx';

interface ListActionsProps {
  /** What stands in the list, e.g. "sample". */
  readonly noun: string;
  readonly onNew: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly hasSelected: boolean;
  /** What else can be done, above all. */
  readonly more?: readonly MenuEntry[];
}

/** Above a list: what is done with the selected one, and a new one. */
export function ListActions({
  noun,
  onNew,
  onDuplicate,
  onDelete,
  hasSelected,
  more = [],
}: ListActionsProps) {
  const duplication: MenuEntry = {
    id: 'duplicate',
    label: t('Duplicate'),
    icon: Copy,
    keys: 'Mod+D',
    disabled: !hasSelected,
    run: onDuplicate,
  };
  const deletion: MenuEntry = {
    id: 'delete',
    label: t('Delete {noun}', { noun }),
    icon: Trash2,
    keys: 'Delete',
    tone: 'danger',
    disabled: !hasSelected,
    run: onDelete,
  };
  return (
    <>
      <Menu
        entries={[...more, duplication, 'separator', deletion]}
        name={t('Actions for {noun}s', { noun })}
      />
      <IconButton adds name={t('New {noun}', { noun })} onPress={onNew} />
    </>
  );
}
