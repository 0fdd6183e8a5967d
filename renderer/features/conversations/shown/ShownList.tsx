import { ChevronRight, DatabaseZap } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import type { Message } from '../../../../shared/model/message.ts';
import { messageText } from '../../../../shared/model/message-text.ts';
import { shareUnchanged } from '../../../stores/share-unchanged.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useFindableRows } from '../../../ui/findable-rows.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import { summaryName } from '../logic/plan-words.ts';
import { type ShownAs, type ShownRow, summaryText } from '../logic/shown-rows.ts';
import { MessageBlocks } from './MessageBlocks.tsx';
import styles from './ShownList.module.css';
import sign from './StateSign.module.css';

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
  const list = useRef<HTMLDivElement>(null);
  useFindableRows(
    list,
    useMemo(() => rows.map(row => ({ id: row.id, text: wordsOf(row) })), [rows]),
  );
  return (
    <Virtualizer
      layout={ListLayout}
      layoutOptions={{ estimatedRowHeight: 34, padding: 8 }}
      shouldObserveItemSize
    >
      <ListBox
        aria-label={t('Messages as they are shown')}
        className={classNames(styles.list)}
        ref={list}
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

/** The coloured bar before a message, and in the legend; its word stands beside it. */
export function StateSign({ as }: { readonly as: ShownAs }) {
  return <span aria-hidden className={sign.sign} data-as={as} />;
}

/** How a message is named by what became of it; the colours are those of the sign before it. */
export const shownLooks = {
  whole: { label: t('whole'), tip: t('The newest messages, shown whole') },
  key: {
    label: t('key'),
    tip: t('Earlier messages, shown because they matter or belong to what is said now'),
  },
  summarised: { label: t('summarised'), tip: t('Told in a summary') },
  dropped: { label: t('dropped'), tip: t('Left out, behind a marker that says how many') },
} as const satisfies Record<ShownAs, { label: string; tip: string }>;

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
  if (row.kind === 'gap') return t('{messages} omitted', { messages: formatCounted(row.count, 'message') });
  if (row.kind === 'summary')
    return t('Summary of messages {from} to {to}, {before} to {tokens} tokens', {
      from: row.summary.from + 1,
      to: row.summary.to + 1,
      before: row.before,
      tokens: row.summary.tokens,
    });
  const { message, position, as } = row;
  return `${position + 1}, ${message.author ?? told(message.role)}, ${shownLooks[as].label}: ${messageText(message)}`;
}

/** Stands where messages are left out; opens to what they were. */
function GapRow({ row }: { readonly row: Extract<ShownRow, { kind: 'gap' }> }) {
  return (
    <div className={styles.row}>
      <StateSign as="dropped" />
      <ChevronRight aria-hidden className={styles.chevron ?? ''} data-open={row.isOpen} size={14} />
      <span>{t('{messages} omitted', { messages: formatCounted(row.count, 'message') })}</span>
    </div>
  );
}

interface MessageRowProps {
  readonly row: Extract<ShownRow, { kind: 'message' }>;
  /** Shows all of it. */
  readonly isLong: boolean;
}

/** One message: which, by whom, what, what became of it, and what it costs. */
function MessageRow({ row, isLong }: MessageRowProps) {
  const { message, as, position, isRecalled, isCut, tokens } = row;
  const { label, tip } = shownLooks[as];
  const role = told(message.role);
  const by = message.author ?? role;
  const at = message.created_at === undefined ? '' : formatDayTime(message.created_at);
  const why = isCut
    ? t('Shown, cut at its end')
    : isRecalled
      ? t('Shown because it belongs to what is said now')
      : tip;
  return (
    <div className={styles.messageRowRow} data-as={as}>
      <StateSign as={as} />
      <span className={styles.index} title={at}>
        {position + 1}
      </span>
      <span className={styles.by} title={by === role ? by : `${by} (${role})`}>
        {by}
      </span>
      {isTextOnly(message) ? (
        <span className={styles.text} data-long={isLong}>
          {messageText(message)}
        </span>
      ) : (
        <div className={styles.blocks}>
          <MessageBlocks isLong={isLong} message={message} />
        </div>
      )}
      <span className={styles.as} title={why}>
        {isCut ? t('cut') : label}
      </span>
      <span className={styles.tokens}>{formatCount(tokens)}</span>
    </div>
  );
}

const isTextOnly = ({ parts }: Message): boolean =>
  typeof parts === 'string' || parts.every(({ type }) => type === 'text' || type === 'code');

/** A summary with what it stands for and what that saves; opens to the messages that it replaced. */
function SummaryCard({ row }: { readonly row: Extract<ShownRow, { kind: 'summary' }> }) {
  const { summary, told, before, isOpen } = row;
  return (
    <div className={styles.card}>
      <StateSign as="summarised" />
      <div className={styles.body}>
        <div className={styles.head}>
          <strong>{summaryName(summary.level)}</strong>
          <span className={styles.range}>
            {t('messages {from}–{to}', {
              from: summary.from + 1,
              to: summary.to + 1,
            })}
          </span>
          {summary.cached ? (
            <span
              className={styles.range}
              title={t('Made before and kept; made anew when one of its messages is edited')}
            >
              <DatabaseZap aria-hidden size={12} /> {t('kept')}
            </span>
          ) : null}
          <span className={styles.summaryCardTokens} title={t('Tokens of what it replaced, and its own')}>
            {t('{before} → {after} tokens', {
              before,
              after: summary.tokens,
            })}
          </span>
        </div>
        <p className={styles.summaryCardText} data-open={isOpen}>
          {summaryText(summary)}
        </p>
        <span className={styles.more}>
          <ChevronRight aria-hidden data-open={isOpen} size={13} />
          {t(isOpen ? 'Hide the {messages} it replaced' : 'Show the {messages} it replaced', {
            messages: formatCounted(told, 'message'),
          })}
        </span>
      </div>
    </div>
  );
}
