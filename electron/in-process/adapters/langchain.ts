import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { fieldOf } from '../../../shared/shapes/fields.ts';
import { contentOf } from '../../engine/pipeline/element-value.ts';
import type {
  CreateMessagesStep,
  CreatePreModelHook,
  LangChainMessage,
  LangGraphItem,
  StoresOfBaseStore,
} from './langchain-types.ts';

export { weftStore } from './langgraph-store.ts';

/** See `CreateMessagesStep`. */
export const weftMessages: CreateMessagesStep =
  (weft, options = {}) =>
  async messages => {
    const { messages: prepared } = await weft.prepare({ messages: messages.map(asChatMessage) }, options);
    return joinTexts(prepared, messages).map(one => asGiven(one, messages));
  };

/** See `CreatePreModelHook`. */
export const weftPreModelHook: CreatePreModelHook = (weft, options = {}) => {
  const prepare = weftMessages(weft, options);
  return async ({ messages }) => ({ llmInputMessages: await prepare(messages) });
};

/** A message as chats write it, with its place: what is cut of it keeps that. */
interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
  readonly at?: number;
}

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
};

function asChatMessage(message: LangChainMessage, at: number): ChatMessage {
  const calls = fieldOf({ ...message }, 'tool_calls');
  const answered = fieldOf({ ...message }, 'tool_call_id');
  return {
    role: roles[message.getType()] ?? 'user',
    content: message.content,
    ...(Array.isArray(calls) && calls.length > 0 && { tool_calls: calls.map(asChatCall) }),
    ...(typeof answered === 'string' && { tool_call_id: answered }),
    at,
  };
}

const asChatCall = (call: unknown): object => ({
  id: fieldOf(call, 'id'),
  type: 'function',
  function: { name: fieldOf(call, 'name'), arguments: JSON.stringify(fieldOf(call, 'args') ?? {}) },
});

/** A text before what a user says goes into that: some providers refuse two messages of a user in a row. */
function joinTexts(prepared: readonly ChatMessage[], given: readonly LangChainMessage[]): ChatMessage[] {
  return prepared.flatMap((one, index): ChatMessage[] => {
    const next = prepared[index + 1];
    if (one.at === undefined && next !== undefined && isSaid(next, given)) return [];
    const before = prepared[index - 1];
    if (before === undefined || before.at !== undefined || !isSaid(one, given)) return [one];
    return [{ ...one, content: joined(String(before.content), one.content) }];
  });
}

const isSaid = ({ at }: ChatMessage, given: readonly LangChainMessage[]): boolean =>
  at !== undefined && given[at]?.getType() === 'human';

const joined = (text: string, content: unknown): unknown =>
  Array.isArray(content) ? [{ type: 'text', text }, ...content] : `${text}\n\n${String(content)}`;

/** The message itself where it is as it was, else one of its class: with another content, or a new one of a user. */
function asGiven<Message extends LangChainMessage>(
  { at, content }: ChatMessage,
  given: readonly Message[],
): Message {
  const own = at === undefined ? undefined : given[at];
  if (own !== undefined) return own.content === content ? own : withContent(own, content);
  const like = given.find(message => message.getType() === 'human');
  if (like !== undefined) return Reflect.construct(like.constructor, [{ content }]);
  throw new AppError(
    'unsupported',
    'none of the messages is of a user, so that what was left out cannot be told',
  );
}

function withContent<Message extends LangChainMessage>(message: Message, content: unknown): Message {
  const fields = fieldOf({ ...message }, 'lc_kwargs');
  const copy: Message = Object.create(Object.getPrototypeOf(message));
  return Object.assign(copy, message, {
    content,
    lc_kwargs: { ...(isJsonObject(fields) && fields), content },
  });
}

/** See `StoresOfBaseStore`. */
export const storesOfBaseStore: StoresOfBaseStore = store => ({
  async readKeys({ instance, namespace, keys }) {
    const found = await Promise.all(keys.map(key => store.get([instance, namespace], key)));
    return found.flatMap(item => (item === null ? [] : [asElement(item)]));
  },
  async searchDocuments({ query, collection, topK, minScore }) {
    const path = collection === undefined ? [] : collection.split('/');
    const found = await store.search(path, { query, limit: topK });
    return found
      .filter(({ score }) => score === undefined || score >= minScore)
      .map(item => ({ ...asElement(item), ...(item.score !== undefined && { score: item.score }) }));
  },
  collections: async () =>
    (await store.listNamespaces({ limit: mostNamespaces })).map(path => path.join('/')),
});

const mostNamespaces = 1_000;

function asElement({ namespace, key, value, updatedAt }: LangGraphItem) {
  const ref = [...namespace, key].join('/');
  const timestamp = updatedAt.toISOString();
  return {
    id: ref,
    title: key,
    content: contentOf(value),
    timestamp,
    source: { kind: 'kv', ref, title: key, timestamp, trust: 'agent' as const },
    key,
    value,
  };
}
