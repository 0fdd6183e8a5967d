import { ArrowDown, ArrowDownToLine } from 'lucide-react';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import frame from '../frame.module.css';
import type { Column } from './columns.ts';
import styles from './RuleTable.module.css';
import type { TableOrder } from './table-rows.ts';

interface TableToolsProps {
  readonly columns: readonly Column[];
  readonly order: TableOrder;
  readonly onOrder: (order: TableOrder) => void;
  readonly rules: number;
  readonly area: string;
  readonly canFill: boolean;
  readonly onFill: () => void;
}

const ungrouped = 'none';
const byPriority = 'priority-down';

/** Filters, groups and sorts the table, and fills what is marked. */
export function TableTools({ columns, order, onOrder, rules, area, canFill, onFill }: TableToolsProps) {
  const named = columns.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <div className={classNames(frame.tools, styles.tools)}>
      <TextField
        label={t('Filter rules')}
        labelHidden
        onChange={filter => onOrder({ ...order, filter })}
        placeholder={t('Filter')}
        value={order.filter}
      />
      {rules === 0 && order.filter !== '' ? (
        <Button onPress={() => onOrder({ ...order, filter: '' })} variant="quiet">
          {t('Clear filter')}
        </Button>
      ) : null}
      <Select
        label={t('Group by')}
        labelHidden
        onChange={groupBy => onOrder({ ...order, groupBy: groupBy === ungrouped ? undefined : groupBy })}
        options={[{ value: ungrouped, label: t('No groups') }, ...named]}
        value={order.groupBy ?? ungrouped}
      />
      <Select
        label={t('Sort by')}
        labelHidden
        onChange={columnId =>
          onOrder({ ...order, sort: columnId === byPriority ? undefined : { columnId, isDown: false } })
        }
        options={[{ value: byPriority, label: t('As they count') }, ...named]}
        value={order.sort?.columnId ?? byPriority}
      />
      <SortDirection onOrder={onOrder} order={order} />
      <Button disabled={!canFill} icon={ArrowDownToLine} keys="Mod+D" onPress={onFill} variant="quiet">
        {t('Fill down')}
      </Button>
      <span className={frame.count}>{canFill ? area : formatCounted(rules, 'rule')}</span>
    </div>
  );
}

/** The heads of the columns, which turn it too, are out of reach of keys. */
function SortDirection({ order, onOrder }: Pick<TableToolsProps, 'order' | 'onOrder'>) {
  const { sort } = order;
  return (
    <IconButton
      disabled={sort === undefined}
      icon={ArrowDown}
      name={t('Sort downwards')}
      onPress={() => onOrder({ ...order, sort: sort && { ...sort, isDown: !sort.isDown } })}
      pressed={sort?.isDown ?? false}
    />
  );
}
