import type { DragEvent, ReactNode } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './ItemList.module.css';

export interface ListItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Before the title, e.g. a `SectionIcon` or `OutcomeMark`. */
  readonly icon?: ReactNode;
  /** At the right end: a value, a `Switch`, a `Menu`. */
  readonly end?: ReactNode;
  /** Shown as not in use. */
  readonly muted?: boolean;
}

interface ItemListProps {
  readonly label: string;
  readonly items: readonly ListItem[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Makes rows draggable: fills the transfer of the row that is dragged. */
  readonly onDragStart?: (id: string, transfer: DataTransfer) => void;
  /** Stands in the list's place when there are no items. */
  readonly empty?: ReactNode;
}

/** A list to choose one thing from, by mouse or arrow keys. Rows may hold controls. Letters stay free for shortcuts. */
export function ItemList({ label, items, selectedId, onSelect, onDragStart, empty }: ItemListProps) {
  if (items.length === 0) return <>{empty}</>;
  return (
    <GridList
      aria-label={label}
      className={classNames(styles.list)}
      disallowEmptySelection
      disallowTypeAhead
      onSelectionChange={keys => {
        const id = keys === 'all' ? undefined : [...keys][0];
        if (id !== undefined) onSelect(String(id));
      }}
      selectedKeys={selectedId === undefined ? [] : [selectedId]}
      selectionBehavior="replace"
      selectionMode="single"
    >
      {items.map(item => (
        <GridListItem className={classNames(styles.item)} id={item.id} key={item.id} textValue={item.title}>
          <ItemRow item={item} {...(onDragStart && { onDragStart })} />
        </GridListItem>
      ))}
    </GridList>
  );
}

function ItemRow({ item, onDragStart }: { readonly item: ListItem } & Pick<ItemListProps, 'onDragStart'>) {
  const start = (event: DragEvent) => onDragStart?.(item.id, event.dataTransfer);
  return (
    <div
      className={classNames(styles.row, item.muted === true && styles.muted)}
      {...(onDragStart && { draggable: true, onDragStart: start })}
    >
      {item.icon === undefined ? null : <span className={styles.icon}>{item.icon}</span>}
      <span className={styles.texts}>
        <span className={styles.title} title={item.title}>
          {item.title}
        </span>
        {item.subtitle === undefined ? null : <span className={styles.subtitle}>{item.subtitle}</span>}
      </span>
      {item.end === undefined ? null : <span className={styles.end}>{item.end}</span>}
    </div>
  );
}
