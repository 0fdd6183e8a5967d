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
    const { messages: prepared } = await weft.prepare({ messages: messages.map(asWritten) }, options);
    return joinTexts(prepared, messages).map(one => asGiven(one, messages));
  };

/** See `CreatePreModelHook`. */
export const weftPreModelHook: CreatePreModelHook = (weft, options = {}) => {
  const prepare = weftMessages(weft, options);
  return async ({ messages }) => ({ llmInputMessages: await prepare(messages) });
};

/** A message as LangChain writes it down, with its place: what is changed of it keeps that. */
interface WrittenMessage {
  readonly type: string;
  readonly content: unknown;
  readonly at?: number;
}

const types: ReadonlySet<string> = new Set(['human', 'ai', 'system', 'tool', 'function', 'remove']);

/** What a call and a result may stand in; all else of a message is not looked at. */
const ownFields = [
  'content',
  'tool_calls',
  'invalid_tool_calls',
  'tool_call_chunks',
  'additional_kwargs',
  'tool_call_id',
  'name',
  'status',
] as const;

function asWritten(message: LangChainMessage, at: number): WrittenMessage {
  const own = ownFields.flatMap(key => {
    const value = fieldOf({ ...message }, key);
    return value === undefined ? [] : [[key, value]];
  });
  const type = message.getType();
  return {
    ...Object.fromEntries(own),
    type: types.has(type) ? type : 'human',
    content: message.content,
    at,
  };
}

/** A text before what a user says goes into that: some providers refuse two messages of a user in a row. */
function joinTexts(
  prepared: readonly WrittenMessage[],
  given: readonly LangChainMessage[],
): WrittenMessage[] {
  return prepared.flatMap((one, index): WrittenMessage[] => {
    const next = prepared[index + 1];
    if (one.at === undefined && next !== undefined && isSaid(next, given)) return [];
    const before = prepared[index - 1];
    if (before === undefined || before.at !== undefined || !isSaid(one, given)) return [one];
    return [{ ...one, content: joined(String(before.content), one.content) }];
  });
}

const isSaid = ({ at }: WrittenMessage, given: readonly LangChainMessage[]): boolean =>
  at !== undefined && given[at]?.getType() === 'human';

const joined = (text: string, content: unknown): unknown =>
  Array.isArray(content) ? [{ type: 'text', text }, ...content] : `${text}\n\n${String(content)}`;

/** The message itself where it is as it was, else one of its class: changed, or a new one of a user. */
function asGiven<Message extends LangChainMessage>(
  written: WrittenMessage,
  given: readonly Message[],
): Message {
  const own = written.at === undefined ? undefined : given[written.at];
  if (own !== undefined) return withChanges(own, written);
  const like = given.find(message => message.getType() === 'human');
  if (like !== undefined) return Reflect.construct(like.constructor, [{ content: written.content }]);
  throw new AppError(
    'unsupported',
    'none of the messages is of a user, so that what was left out cannot be told',
  );
}

/** A list that is gone was emptied. */
function withChanges<Message extends LangChainMessage>(own: Message, written: WrittenMessage): Message {
  const before = { ...own };
  const changed = ownFields.flatMap(key => {
    const former = key === 'content' ? own.content : fieldOf(before, key);
    const value = fieldOf({ ...written }, key);
    return value === former ? [] : [[key, value ?? []]];
  });
  if (changed.length === 0) return own;
  const fields = fieldOf(before, 'lc_kwargs');
  const changes: object = Object.fromEntries(changed);
  const copy: Message = Object.create(Object.getPrototypeOf(own));
  return Object.assign(copy, own, changes, {
    lc_kwargs: { ...(isJsonObject(fields) && fields), ...changes },
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
