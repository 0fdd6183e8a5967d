import { Check, ChevronsDownUp, ChevronsUpDown, Group } from 'lucide-react';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import icon from '../../../ui/IconButton.module.css';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { useEngine } from '../use-rule.ts';
import { fieldsToGroupBy, type GroupedBy, groupBy, groupedBy, openAll } from './group-rules.ts';

/** By what the rules of the canvas are grouped; the layout file remembers it. */
export function GroupMenu({ engineId }: { readonly engineId: string }) {
  const engine = useEngine(engineId);
  const layout = useDocuments(state => state.working.layouts[engineId]);
  if (!engine) return null;
  const now: GroupedBy | { readonly by: 'none' } = groupedBy(engine, layout) ?? { by: 'none' };
  const way = (by: typeof now, label: string): MenuEntry => ({
    id: 'field' in by ? `field ${by.field}` : by.by,
    label,
    ...(isJsonEqual(by, now) && { icon: Check }),
    run: () => groupBy(engineId, by),
  });
  const open = (isOpen: boolean): MenuEntry => ({
    id: isOpen ? 'open' : 'close',
    label: isOpen ? t('Open all groups') : t('Close all groups'),
    icon: isOpen ? ChevronsUpDown : ChevronsDownUp,
    disabled: now.by === 'none',
    run: () => openAll(engineId, isOpen),
  });
  return (
    <Menu
      entries={[
        way({ by: 'none' }, t('Each rule by itself')),
        way({ by: 'adds' }, t('Grouped by what they add')),
        ...fieldsToGroupBy(engine).map(field =>
          way({ by: 'field', field }, t('Grouped by {field}', { field })),
        ),
        'separator',
        open(true),
        open(false),
      ]}
      name={t('Group the rules')}
      trigger={<Group aria-hidden size={15} />}
      triggerClassName={classNames(icon.button, icon.s)}
    />
  );
}
