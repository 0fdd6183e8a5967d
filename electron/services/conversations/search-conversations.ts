import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { Conversation, MessageHit } from '../../../shared/model/conversation.ts';
import type { Element } from '../../../shared/model/element.ts';
import { isToolOutput } from '../../../shared/model/message-text.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { turnOf } from '../../../shared/search/turn.ts';
import type { MessageQuery } from '../../engine/ports.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import {
  conversationCollection,
  conversationOf,
  listParticipants,
  readMessages,
  type StoredMessage,
} from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import { type FoundAcross, searchAcross } from '../content/search-chunks.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { EmbedderPort } from '../project/world.ts';
import { momentMs } from './imported-conversation.ts';
import { withoutSecrets } from './load-conversation.ts';
import { longestQuery } from './recall-messages.ts';
import { positionOf } from './store-conversation.ts';

const usualHits = 10;
/** Messages on either side of a good one gain from it. */
const neighbours = 2;

interface FoundMessage {
  readonly conversation: Conversation;
  readonly element: Element;
  readonly stored: StoredMessage;
}

interface FoundMessages {
  readonly messages: readonly FoundMessage[];
  readonly searched: readonly Conversation[];
  readonly byWordsOnly: readonly string[];
}

/** Messages of all conversations that answer a query, with the conversation that each stands in. */
export async function searchConversations(
  input: Input<'conversations.search'>,
  needs: Needs<'world' | 'project'>,
): Promise<Output<'conversations.search'>> {
  const project = await needs.project();
  const redaction = await redactionModeOf(project);
  const { embedder } = needs.world;
  const { messages, searched, byWordsOnly } = await findMessages(project.content, embedder, input);
  const isHybrid = byWordsOnly.length < searched.length;
  return {
    messages: messages.map(found => toHit(found, redaction)),
    searched: searched.length,
    retrieval: searched.length === 0 ? 'none' : isHybrid ? 'hybrid' : 'keyword',
    warnings: isHybrid && byWordsOnly.length > 0 ? [wordsOnly(byWordsOnly)] : [],
  };
}

const mostNamed = 5;

function wordsOnly(collections: readonly string[]): string {
  const ids = collections.map(name => conversationOf(name) ?? name);
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
  return `by words only, not embedded yet: ${ids.slice(0, mostNamed).join(', ')}${more}`;
}

function toHit({ conversation, element, stored }: FoundMessage, redaction: RedactionMode): MessageHit {
  const { id, index, role, author, created_at } = withoutSecrets(stored.message, redaction);
  const text = redactValue(turnOf(element.content)?.text ?? element.content, redaction);
  return {
    conversation_id: conversation.id,
    title: redactValue(conversation.title, redaction),
    message_id: id,
    index,
    role,
    ...(author !== undefined && { author }),
    ...(created_at !== undefined && { created_at }),
    text,
    score: element.score ?? 0,
  };
}

/** The same as elements of a pipeline, each as transcripts write it (`conversation_search`). */
export async function searchMessageElements(
  content: ContentDatabase,
  embedder: EmbedderPort,
  query: MessageQuery,
): Promise<Element[]> {
  const { messages } = await findMessages(content, embedder, query);
  return messages.map(({ conversation, element, stored }) => {
    const { id, title } = conversation;
    const timestamp = stored.message.created_at ?? conversation.last_at ?? conversation.updated_at;
    const source = {
      kind: 'conversation',
      ref: id,
      title,
      timestamp,
      trust: 'imported' as const,
      ...(isToolOutput(stored.message) && { origin: 'tool' as const }),
    };
    const { content: text, counts, score } = element;
    return {
      id: String(element.id),
      title,
      content: text,
      timestamp,
      source,
      ...(counts !== undefined && { counts }),
      conversation_id: id,
      index: stored.message.index,
      score,
    };
  });
}

async function findMessages(
  content: ContentDatabase,
  embedder: EmbedderPort,
  asked: Input<'conversations.search'>,
): Promise<FoundMessages> {
  const searched = await chooseConversations(content, asked);
  const { after, before, topK = usualHits } = asked;
  const chunks = searched.reduce((sum, { messages }) => sum + messages, 0);
  const isTimed = after !== undefined || before !== undefined;
  const byCollection = new Map(searched.map(one => [conversationCollection(one.id), one]));
  for (let most = topK; ; most *= 8) {
    const found = await searchAcross(content, embedder, {
      query: asked.query.slice(0, longestQuery),
      collections: [...byCollection.keys()],
      topK: most,
      neighbours,
    });
    const messages = (await readFound(content, found, byCollection)).filter(
      ({ stored }) => !isTimed || isWithin(stored.message.created_at, asked),
    );
    // What is of another time is passed over, so that it is looked for further down.
    if (messages.length >= topK || !isTimed || found.elements.length < most || most > 8 * chunks)
      return { messages: messages.slice(0, topK), searched, byWordsOnly: found.byWordsOnly };
  }
}

async function chooseConversations(
  content: ContentDatabase,
  { scope, participants = [], after, before }: Input<'conversations.search'>,
): Promise<Conversation[]> {
  const all = await content.read(listConversations, []);
  const unknown = scope?.find(id => all.every(one => one.id !== id));
  if (unknown !== undefined) throw await noSuch(content, 'conversation', unknown);
  const speakers = participants.length === 0 ? undefined : await content.read(listParticipants, new Map());
  return all.filter(
    ({ id, first_at, last_at }) =>
      (scope === undefined || scope.includes(id)) &&
      participants.every(name => speakers?.get(id)?.has(name.toLowerCase()) === true) &&
      (after === undefined || momentMs(last_at) >= Date.parse(after)) &&
      (before === undefined || momentMs(first_at) < Date.parse(before)),
  );
}

function isWithin(
  moment: string | undefined,
  { after, before }: Pick<Input<'conversations.search'>, 'after' | 'before'>,
): boolean {
  const at = momentMs(moment);
  return (
    (after === undefined || at >= Date.parse(after)) && (before === undefined || at < Date.parse(before))
  );
}

/** The messages behind chunks; what was deleted or shortened in between is left out. */
function readFound(
  content: ContentDatabase,
  { elements }: FoundAcross,
  byCollection: ReadonlyMap<string, Conversation>,
): Promise<FoundMessage[]> {
  const seen = new Set<string>();
  return content.read(
    database =>
      elements.flatMap(element => {
        const conversation = byCollection.get(String(element.collection));
        const position = positionOf(element.path);
        // Of a long message its best piece.
        if (
          conversation === undefined ||
          position === undefined ||
          seen.has(String(element.path) + conversation.id)
        )
          return [];
        seen.add(String(element.path) + conversation.id);
        const [stored] = readMessages(database, conversation.id, position, 1);
        return stored === undefined ? [] : [{ conversation, element, stored }];
      }),
    [],
  );
}
