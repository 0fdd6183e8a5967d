import { useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { ItemList } from '../../../ui/ItemList.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import {
  type ConversationsView,
  selectReading,
  setConversationsView,
  useConversationsView,
} from '../conversations-view.ts';
import { aroundMatch } from '../logic/around-match.ts';
import styles from './ListGroup.module.css';

const selectSearch = (view: ConversationsView) => view.search.trim();
const pauseMs = 150;
const mostShown = 8;
const leastLetters = 3;

/** What was said about the search in any conversation; a press opens the one it stands in. */
export function FoundMessages() {
  const search = useConversationsView(selectSearch);
  const reading = useConversationsView(selectReading);
  const input = search.length < leastLetters ? undefined : { query: search, topK: mostShown };
  const { output, error, isStale } = useAnswer('conversations.search', input, reading, pauseMs);
  if (input === undefined) return null;
  const messages = output?.messages ?? [];
  return (
    <div className={styles.group}>
      <PanelHeader title={t('Messages')} />
      <ItemList
        empty={<p className={styles.note}>{isStale ? t('Searching…') : (error ?? t('None matches.'))}</p>}
        items={messages.map(({ conversation_id, index, title, author, role, text }) => ({
          id: `${index} ${conversation_id}`,
          title: aroundMatch(text, search),
          subtitle: t('{author} · {title} · message {index}', {
            author: author ?? told(role),
            title,
            index: index + 1,
          }),
        }))}
        label={t('Messages')}
        onSelect={id =>
          setConversationsView({ conversationId: id.slice(id.indexOf(' ') + 1), selection: undefined })
        }
        selectedId={undefined}
      />
    </div>
  );
}
