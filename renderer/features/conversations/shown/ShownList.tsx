import { useState } from 'react';
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import { messageText } from '../../../../shared/model/message-text.ts';
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
export function ShownList({ rows, onToggle }: ShownListProps) {
  const [long, setLong] = useState<ReadonlySet<string>>(new Set());
  const act = (id: string) => {
    if (!id.startsWith('message ')) return onToggle(id);
    const next = new Set(long);
    if (!next.delete(id)) next.add(id);
    setLong(next);
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: 34, padding: 12 }}>
      <ListBox
        aria-label="Messages as they are shown"
        className={classNames(styles.list)}
        items={rows.map(row => ({ row, id: row.id, isLong: long.has(row.id) }))}
        onAction={key => act(String(key))}
      >
        {({ row, isLong }) => (
          <ListBoxItem className={classNames(styles.item)} id={row.id} textValue={wordsOf(row)}>
            {row.kind === 'message' ? <MessageRow isLong={isLong} row={row} /> : null}
            {row.kind === 'summary' ? <SummaryCard row={row} /> : null}
            {row.kind === 'gap' ? <GapRow row={row} /> : null}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
}

/** As a screen reader says it. */
function wordsOf(row: ShownRow): string {
  if (row.kind === 'gap') return `${formatCounted(row.count, 'message')} omitted`;
  if (row.kind === 'summary')
    return `Summary of messages ${row.summary.from + 1} to ${row.summary.to + 1}, ${row.before} to ${row.summary.tokens} tokens`;
  const { message, position, as } = row;
  return `${position + 1}, ${message.author ?? message.role}, ${shownLooks[as].label}: ${messageText(message)}`;
}
