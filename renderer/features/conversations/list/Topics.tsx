import { useAnswer } from '../../../stores/use-answer.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { type ConversationsView, selectReading, useConversationsView } from '../conversations-view.ts';
import { filterList, foundFirst } from '../logic/filter-list.ts';
import { ListGroup } from './ListGroup.tsx';
import styles from './Topics.module.css';

const selectSearch = (view: ConversationsView) => view.search;
const selectDetected = (view: ConversationsView) => view.assembled?.metadata.topics;

/** What the user works on, most important first; marked where the message now is about it. */
export function Topics() {
  const reading = useConversationsView(selectReading);
  const search = useConversationsView(selectSearch);
  const detected = useConversationsView(selectDetected);
  const { output } = useAnswer('topics.list', {}, reading, 0);
  const found = new Set(detected?.map(({ key }) => key));
  const topics = filterList(output?.topics ?? [], search, topic => [
    topic.label,
    topic.slug,
    ...topic.aliases,
  ]);
  return (
    <ListGroup
      empty="Topics are found when a conversation is imported."
      items={foundFirst(topics, ({ slug }) => found.has(slug)).map(({ slug, label, importance }) => ({
        id: slug,
        title: label,
        end: (
          <>
            {found.has(slug) ? (
              <span className={styles.now} title="The message now is about it">
                now
              </span>
            ) : null}
            <span className={styles.bar}>
              <Bar label={`Importance ${importance.toFixed(2)}`} length={importance} />
            </span>
          </>
        ),
      }))}
      kind="topic"
      title="Topics"
    />
  );
}
