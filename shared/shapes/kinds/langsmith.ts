import type { Path } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { fieldOf, listOf, type Pairing, pairInOrder, replaceAt, standingIn, textOf } from '../fields.ts';
import type { Entry, Shape } from '../shape.ts';
import { isLangChainMessage, readLangChain, withTextBefore } from './langchain.ts';
import { isChatMessage, readChatMessage } from './openai-chat.ts';

/** Runs and examples of LangSmith: messages that went in, and the one that came out. */
export const langSmith = {
  isSent: false,
  recognise: body =>
    isJsonObject(body) &&
    listsIn(body).some(({ messages }) => messages.length > 0 && messages.every(isMessage)),
  read(body) {
    const pairing = pairInOrder();
    const extra = fieldOf(fieldOf(body, 'extra'), 'invocation_params');
    return {
      entries: listsIn(body).flatMap(({ messages }) => messages.map(message => readOne(message, pairing))),
      standing: [...standingIn(extra, ['tools']), ...standingIn(fieldOf(body, 'inputs'), ['tools'])],
      id: textOf(body, 'id'),
      title: textOf(body, 'name'),
    };
  },
  write(body, kept) {
    let written: unknown = body;
    const lists = listsIn(body);
    for (const [index, { at, isOne }] of lists.entries()) {
      const own = kept.filter((_, place) => homeOf(kept, place, lists) === index).map(({ source }) => source);
      // What came out is one message; without it the run has none.
      written = replaceAt(written, at, isOne ? (own[0] ?? null) : own);
    }
    return written;
  },
  // Where its lists of messages stand, and how long they are.
  frame: body => body,
  tell: content => ({ role: 'user', content }),
  prepend: withTextBefore,
} as const satisfies Shape;

interface MessageList {
  readonly at: Path;
  readonly messages: readonly unknown[];
  readonly isOne: boolean;
}

/** Every place in a run at which messages stand, in the order in which they were said. */
function listsIn(body: unknown): MessageList[] {
  const [inputs, outputs] = [fieldOf(body, 'inputs'), fieldOf(body, 'outputs')];
  return [
    ...listAt(fieldOf(inputs, 'messages'), ['inputs', 'messages']),
    ...listAt(fieldOf(outputs, 'messages'), ['outputs', 'messages']),
    ...listOf(outputs, 'generations').flatMap((one, index) =>
      outputAt(one, ['outputs', 'generations', index]),
    ),
    ...oneAt(fieldOf(outputs, 'message'), ['outputs', 'message']),
    ...oneAt(fieldOf(outputs, 'output'), ['outputs', 'output']),
    ...listOf(outputs, 'choices').flatMap((choice, index) =>
      oneAt(fieldOf(choice, 'message'), ['outputs', 'choices', index, 'message']),
    ),
  ];
}

/** A list of messages, or a batch: a list of one such list. */
function listAt(list: unknown, at: Path): MessageList[] {
  if (!Array.isArray(list)) return [];
  const isBatch = list.length > 0 && list.every(Array.isArray);
  return isBatch
    ? list.flatMap((messages: unknown, index) => listAt(messages, [...at, index]))
    : [{ at, messages: list, isOne: false }];
}

const outputAt = (one: unknown, at: Path): MessageList[] =>
  Array.isArray(one)
    ? one.flatMap((inner, index) => outputAt(inner, [...at, index]))
    : oneAt(fieldOf(one, 'message'), [...at, 'message']);

const oneAt = (message: unknown, at: Path): MessageList[] =>
  isMessage(message) ? [{ at, messages: [message], isOne: true }] : [];

const isMessage = (message: unknown): boolean =>
  isLangChainMessage(message) || isChatMessage(message) || Array.isArray(fieldOf(message, 'content'));

const readOne = (message: unknown, pairing: Pairing): Entry =>
  isLangChainMessage(message) ? readLangChain(message, pairing) : readChatMessage(message, pairing);

/** Which list an entry belongs to: a new one that of the entry behind it. */
function homeOf(
  kept: readonly { readonly position?: number }[],
  place: number,
  lists: readonly MessageList[],
): number {
  const position = kept.slice(place).find(one => one.position !== undefined)?.position ?? 0;
  let end = 0;
  return lists.findIndex(({ messages }) => {
    end += messages.length;
    return position < end;
  });
}
