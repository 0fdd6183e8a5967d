import { TextArea, TextField } from 'react-aria-components';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { type ConversationsView, setDraft, useConversationsView } from '../conversations-view.ts';
import { textTokens } from '../logic/message-size.ts';
import styles from './NowRow.module.css';

/** What the user says now. Topics, entities, retrieval and the budget follow while it is typed. */
export function NowRow({ conversationId }: { readonly conversationId: string }) {
  const text = useConversationsView((view: ConversationsView) => view.drafts[conversationId] ?? '');
  return (
    <div className={styles.now}>
      <span className={styles.label}>Now</span>
      <TextField
        aria-label="What the user says now"
        className={classNames(styles.field)}
        onChange={next => setDraft(conversationId, next)}
        value={text}
      >
        <TextArea
          className={classNames(styles.input)}
          placeholder="Type the next message: what is shown and what it costs follow"
          rows={1}
        />
      </TextField>
      <span className={styles.tokens} title="Tokens of the message">
        {formatCount(textTokens(text))}
      </span>
    </div>
  );
}
