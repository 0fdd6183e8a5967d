import { memo, useMemo, useRef, useState } from 'react';
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import { messageText } from '../../../../shared/model/message-text.ts';
import { shareUnchanged } from '../../../stores/share-unchanged.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import type { ShownRow } from '../logic/shown-rows.ts';
import { GapRow } from './GapRow.tsx';
import { MessageRow } from './MessageRow.tsx';
import styles from './ShownList.module.css';
import { SummaryCard } from './SummaryCard.tsx';
import { shownLooks } from './shown-looks.ts';

interface ShownListProps {
  readonly rows: readonly ShownRow[];
  /** Opens or closes what stands behind a summary or a gap. */
  readonly onToggle: (id: string) => void;
}

/** Ten thousand messages too: only what is in sight is drawn. Enter opens a long message, a summary or a gap. */
export const ShownList = memo(function ShownList({ rows, onToggle }: ShownListProps) {
  const [long, setLong] = useState<ReadonlySet<string>>(new Set());
  const items = useSharedItems(rows, long);
  const act = (id: string) => {
    if (!id.startsWith('message ')) return onToggle(id);
    const next = new Set(long);
    if (!next.delete(id)) next.add(id);
    setLong(next);
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 34, padding: 8 }}>
      <ListBox
        aria-label="Messages as they are shown"
        className={classNames(styles.list)}
        items={items}
        onAction={key => act(String(key))}
      >
        {({ row, isLong }) => (
          <ListBoxItem
            aria-label={wordsOf(row)}
            className={classNames(styles.item)}
            id={row.id}
            textValue={wordsOf(row)}
          >
            {row.kind === 'message' ? <MessageRow isLong={isLong} row={row} /> : null}
            {row.kind === 'summary' ? <SummaryCard row={row} /> : null}
            {row.kind === 'gap' ? <GapRow row={row} /> : null}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
});

interface Item {
  readonly id: string;
  readonly row: ShownRow;
  readonly isLong: boolean;
}

/** A plan is a new value on every key; rows that it does not change stay the same objects and are not drawn again. */
function useSharedItems(rows: readonly ShownRow[], long: ReadonlySet<string>): readonly Item[] {
  const before = useRef<ReadonlyMap<string, Item>>(new Map());
  return useMemo(() => {
    const items = rows.map((row): [string, Item] => [row.id, { id: row.id, row, isLong: long.has(row.id) }]);
    before.current = shareUnchanged(before.current, new Map(items));
    return [...before.current.values()];
  }, [rows, long]);
}

/** As a screen reader says it. */
function wordsOf(row: ShownRow): string {
  if (row.kind === 'gap') return `${formatCounted(row.count, 'message')} omitted`;
  if (row.kind === 'summary')
    return `Summary of messages ${row.summary.from + 1} to ${row.summary.to + 1}, ${row.before} to ${row.summary.tokens} tokens`;
  const { message, position, as } = row;
  return `${position + 1}, ${message.author ?? message.role}, ${shownLooks[as].label}: ${messageText(message)}`;
}
