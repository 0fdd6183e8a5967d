import { statusOf, useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { type ConversationsView, selectReading, useConversationsView } from '../conversations-view.ts';
import { entityLooks } from '../entity-looks.ts';
import { usePlan } from '../kept-plan.ts';
import { filterList, foundFirst } from '../logic/filter-list.ts';

import { ListGroup } from './ListGroup.tsx';
import styles from './Topics.module.css';

const selectSearch = (view: ConversationsView) => view.search;

/** Who and what is spoken of, most important first; marked where the message now names it. */
export function Entities({ conversationId }: { readonly conversationId: string | undefined }) {
  const reading = useConversationsView(selectReading);
  const search = useConversationsView(selectSearch);
  const detected = usePlan(conversationId).assembled?.metadata.entities;
  const answer = useAnswer('entities.list', {}, reading, 0);
  const { output } = answer;
  const found = new Set(detected?.map(({ key }) => key));
  const entities = filterList(output?.entities ?? [], search, entity => [
    entity.name,
    entity.id,
    told(entity.type),
    ...entity.aliases,
  ]);
  return (
    <ListGroup
      empty={t('Entities are found when a conversation is imported.')}
      items={foundFirst(entities, ({ id }) => found.has(id)).map(({ id, name, type }) => {
        const Icon = entityLooks[type];
        return {
          id,
          title: name,
          icon: <Icon aria-hidden size={15} strokeWidth={1.75} />,
          end: (
            <>
              {found.has(id) ? (
                <span className={styles.now} title={t('The message now names it')}>
                  {t('now')}
                </span>
              ) : null}
              <span>{told(type)}</span>
            </>
          ),
        };
      })}
      kind="entity"
      status={statusOf(answer)}
      title={t('Entities')}
    />
  );
}
