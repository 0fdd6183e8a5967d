import { FolderInput, Search, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Conversation } from '../../../../shared/model/conversation.ts';
import { subscribe } from '../../../api/events.ts';
import { statusOf, useAnswer } from '../../../stores/use-answer.ts';
import { t, told } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatCounted, formatDecimal } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ItemList } from '../../../ui/ItemList.tsx';
import { ListNone, ListNote, ListPanel } from '../../../ui/ListPanel.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  type ConversationsView,
  openDialog,
  selectReading,
  selectSearch,
  setConversationsView,
  useConversationsView,
} from '../conversations-view.ts';
import { entityLooks } from '../entity-looks.ts';
import { usePlan } from '../kept-plan.ts';
import { aroundMatch } from '../logic/around-match.ts';
import { filterList, foundFirst } from '../logic/filter-list.ts';
import { useConversation } from '../use-conversation.ts';
import { Bundles } from './Bundles.tsx';
import groupStyles from './ListGroup.module.css';
import { ListGroup } from './ListGroup.tsx';
import styles from './Topics.module.css';

/** Left list of the conversations view: conversations, what they are about, who is in them, what is compiled of that. */
export function ConversationsList() {
  const search = useConversationsView(selectSearch);
  const { conversations, conversation, status } = useConversation();
  return (
    <ListPanel label={t('Conversations')}>
      <PanelHeader actions={<Actions chosen={conversation} />} title={t('Conversations')} />
      <TextField
        icon={Search}
        label={t('Search conversations, messages, topics and entities')}
        labelHidden
        onChange={next => setConversationsView({ search: next })}
        placeholder={t('Search')}
        value={search}
      />
      <ItemList
        empty={
          <ListNone status={status}>
            {search === '' ? t('None yet. Import the first with the button above.') : <NoMatch />}
          </ListNone>
        }
        items={filterList(conversations, search, ({ id, title }) => [id, title]).map(listItem)}
        label={t('Conversations')}
        onSelect={id => setConversationsView({ conversationId: id, selection: undefined })}
        selectedId={conversation?.id}
      />
      <Deriving />
      <FoundMessages />
      <Topics conversationId={conversation?.id} />
      <Entities conversationId={conversation?.id} />
      <Bundles conversationId={conversation?.id} />
    </ListPanel>
  );
}

const selectSought = (view: ConversationsView) => view.search.trim();
const searchPauseMs = 150;
const mostShown = 8;
const leastLetters = 3;

/** What was said about the search in any conversation; a press opens the one it stands in. */
export function FoundMessages() {
  const search = useConversationsView(selectSought);
  const reading = useConversationsView(selectReading);
  const input = search.length < leastLetters ? undefined : { query: search, topK: mostShown };
  const { output, error, isStale } = useAnswer('conversations.search', input, reading, searchPauseMs);
  if (input === undefined) return null;
  const messages = output?.messages ?? [];
  return (
    <div className={groupStyles.group}>
      <PanelHeader title={t('Messages')} />
      <ItemList
        empty={
          <p className={groupStyles.note}>{isStale ? t('Searching…') : (error ?? t('None matches.'))}</p>
        }
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

function listItem({ id, title, messages, tokens }: Conversation) {
  return {
    id,
    title: title === '' ? id : title,
    subtitle: t('{messages} · {tokens} tokens', {
      messages: formatCounted(messages, 'message'),
      tokens,
    }),
  };
}

function Actions({ chosen }: { readonly chosen: Conversation | undefined }) {
  return (
    <>
      <Menu
        entries={[
          {
            id: 'delete',
            label: t('Delete conversation…'),
            icon: Trash2,
            tone: 'danger',
            disabled: chosen === undefined,
            run: () => chosen && openDialog({ kind: 'delete', id: chosen.id, title: chosen.title }),
          },
        ]}
        name={t('Actions for conversations')}
      />
      <IconButton
        icon={FolderInput}
        name={t('Import conversations')}
        onPress={() => openDialog({ kind: 'import' })}
      />
    </>
  );
}

function NoMatch() {
  return (
    <>
      {t('No conversation matches.')}{' '}
      <Button onPress={() => setConversationsView({ search: '' })} variant="quiet">
        {t('Clear search')}
      </Button>
    </>
  );
}

const pauseMs = 100;

/** What imported conversations still wait for, as it becomes less. */
function Deriving() {
  const reading = useConversationsView(selectReading);
  const [steps, setSteps] = useState(0);
  useEffect(
    () => subscribe(({ event }) => event === 'documents:embedding' && setSteps(count => count + 1)),
    [],
  );
  const { output } = useAnswer('conversations.progress', {}, reading + steps, pauseMs);
  if (output === undefined || output.texts + output.conversations === 0) return null;
  const { texts, conversations, working } = output;
  const parts = [
    ...(conversations > 0
      ? [t('topics of {conversations}', { conversations: formatCounted(conversations, 'conversation') })]
      : []),
    ...(texts > 0
      ? [t('search by meaning in {messages}', { messages: formatCounted(texts, 'message') })]
      : []),
  ];
  return (
    <ListNote>
      <span role="status">
        {working ? t('Being made') : t('Still to be made')}: {parts.join(', ')}.
      </span>
    </ListNote>
  );
}

/** What the user works on, most important first; marked where the message now is about it. */
function Topics({ conversationId }: { readonly conversationId: string | undefined }) {
  const reading = useConversationsView(selectReading);
  const search = useConversationsView(selectSearch);
  const detected = usePlan(conversationId).assembled?.metadata.topics;
  const answer = useAnswer('topics.list', {}, reading, 0);
  const { output } = answer;
  const found = new Set(detected?.map(({ key }) => key));
  const topics = filterList(output?.topics ?? [], search, topic => [
    topic.label,
    topic.slug,
    ...topic.aliases,
  ]);
  return (
    <ListGroup
      empty={t('Topics are found when a conversation is imported.')}
      items={foundFirst(topics, ({ slug }) => found.has(slug)).map(({ slug, label, importance }) => ({
        id: slug,
        title: label,
        end: (
          <>
            {found.has(slug) ? (
              <span className={styles.now} title={t('The message now is about it')}>
                {t('now')}
              </span>
            ) : null}
            <span className={styles.bar}>
              <Bar
                label={t('Importance {importance}', { importance: formatDecimal(importance, 2) })}
                length={importance}
              />
            </span>
          </>
        ),
      }))}
      kind="topic"
      status={statusOf(answer)}
      title={t('Topics')}
    />
  );
}

/** Who and what is spoken of, most important first; marked where the message now names it. */
function Entities({ conversationId }: { readonly conversationId: string | undefined }) {
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
