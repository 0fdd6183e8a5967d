import { messageText } from '../../../../shared/model/message-text.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import type { ShownRow } from '../logic/shown-rows.ts';
import styles from './MessageRow.module.css';
import { StateSign } from './StateSign.tsx';
import { shownLooks } from './shown-looks.ts';

interface MessageRowProps {
  readonly row: Extract<ShownRow, { kind: 'message' }>;
  /** Shows all of it. */
  readonly isLong: boolean;
}

/** One message: which, by whom, what, what became of it, and what it costs. */
export function MessageRow({ row, isLong }: MessageRowProps) {
  const { message, as, position, isRecalled, isCut, tokens } = row;
  const { label, tip } = shownLooks[as];
  const by = message.author ?? message.role;
  const at = message.created_at === undefined ? '' : formatDayTime(message.created_at);
  const why = isCut
    ? 'Shown, cut at its end'
    : isRecalled
      ? 'Shown because it belongs to what is said now'
      : tip;
  return (
    <div className={styles.row} data-as={as}>
      <StateSign as={as} />
      <span className={styles.index} title={at}>
        {position + 1}
      </span>
      <span className={styles.by} title={by === message.role ? by : `${by} (${message.role})`}>
        {by}
      </span>
      <span className={styles.text} data-long={isLong}>
        {messageText(message)}
      </span>
      <span className={styles.as} title={why}>
        {isCut ? 'cut' : label}
      </span>
      <span className={styles.tokens}>{formatCount(tokens)}</span>
    </div>
  );
}
