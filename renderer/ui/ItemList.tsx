import { type DragEvent, Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './ItemList.module.css';
import { useLongList } from './use-long-list.ts';

export interface ListItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Before the title, e.g. a `SectionIcon` or `OutcomeMark`. */
  readonly icon?: ReactNode;
  /** A number at the end of the title's line, so that the subtitle has the whole width. */
  readonly figure?: ReactNode;
  /** At the right end of the row: a `Switch`, a `Menu`, marks. */
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

/** Longer lists scroll by themselves and draw what is in sight only; shorter ones are there as a whole. */
const mostDrawn = 100;

/** Pixels of a row with and without a subtitle, for where a row was not measured yet. */
const rowHeights = { two: 47, one: 30 } as const;

/** A list to choose one thing from, by mouse or arrow keys. Rows may hold controls. Letters stay free for shortcuts. */
export function ItemList(props: ItemListProps) {
  if (props.items.length === 0) return <>{props.empty}</>;
  return props.items.length <= mostDrawn ? <Rows {...props} /> : <LongRows {...props} />;
}

/** Until what draws long lists is there, which it is at once, the first rows stand there. */
function LongRows(props: ItemListProps) {
  const LongList = useLongList();
  const list = useRef<HTMLDivElement>(null);
  if (!LongList) return <Rows {...props} items={props.items.slice(0, mostDrawn)} scrolls />;
  const rowHeight = props.items[0]?.subtitle === undefined ? rowHeights.one : rowHeights.two;
  return (
    <LongList found={{ list, items: props.items }} rowHeight={rowHeight}>
      <Rows {...props} of={list} scrolls />
    </LongList>
  );
}

interface RowsProps extends ItemListProps {
  readonly scrolls?: boolean;
  readonly of?: RefObject<HTMLDivElement | null>;
}

function Rows({ label, items, selectedId, onSelect, onDragStart, of, scrolls = false }: RowsProps) {
  const own = useRef<HTMLDivElement>(null);
  const list = of ?? own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who scrolls away from it is left there until another is chosen
  useEffect(() => {
    if (selectedId === undefined) return undefined;
    const place = () => items.findIndex(({ id }) => id === selectedId) / items.length;
    // Rows come after the list, and those of another place after it was come to.
    const held = { frame: requestAnimationFrame(() => look(3)) };
    const look = (frames: number) => {
      if (!showSelected(list.current, place) && frames > 0)
        held.frame = requestAnimationFrame(() => look(frames - 1));
    };
    return () => cancelAnimationFrame(held.frame);
  }, [selectedId]);
  return (
    <GridList
      aria-label={label}
      ref={list}
      className={classNames(styles.list, scrolls && styles.scrolls)}
      disallowEmptySelection
      disallowTypeAhead
      items={items}
      onSelectionChange={keys => {
        const id = keys === 'all' ? undefined : [...keys][0];
        if (id !== undefined) onSelect(String(id));
      }}
      selectedKeys={selectedId === undefined ? [] : [selectedId]}
      selectionBehavior="replace"
      selectionMode="single"
    >
      {item => (
        <GridListItem className={classNames(styles.item)} id={item.id} textValue={item.title}>
          <ItemRow item={item} {...(onDragStart && { onDragStart })} />
        </GridListItem>
      )}
    </GridList>
  );
}

/** Also where it was chosen elsewhere, or is the last of many as the list is opened. False where it is not drawn yet. */
function showSelected(list: HTMLElement | null, place: () => number): boolean {
  const row = list?.querySelector('[aria-selected="true"]');
  row?.scrollIntoView({ block: 'nearest' });
  // Of a long list only what is in sight is drawn.
  if (!row && list) list.scrollTop = Math.max(0, place() * list.scrollHeight - list.clientHeight / 2);
  return Boolean(row);
}

/** A name of several words without a blank goes on in the next line behind what joins them. By JSX, which spells out what hides in it. */
export const breakable = (name: string): ReactNode =>
  name.split(/(?<=[_/])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity than their place.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));

function ItemRow({ item, onDragStart }: { readonly item: ListItem } & Pick<ItemListProps, 'onDragStart'>) {
  const start = (event: DragEvent) => onDragStart?.(item.id, event.dataTransfer);
  return (
    <div
      className={classNames(styles.row, item.muted === true && styles.muted)}
      {...(onDragStart && { draggable: true, onDragStart: start })}
    >
      {item.icon === undefined ? null : <span className={styles.icon}>{item.icon}</span>}
      <span className={styles.texts}>
        <span className={styles.head}>
          <span className={styles.title} title={item.title}>
            {breakable(item.title)}
          </span>
          {item.figure}
        </span>
        {item.subtitle === undefined ? null : <span className={styles.subtitle}>{item.subtitle}</span>}
      </span>
      {item.end === undefined ? null : <span className={styles.end}>{item.end}</span>}
    </div>
  );
}
