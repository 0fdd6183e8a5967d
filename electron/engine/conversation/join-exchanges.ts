import type { MessageState, ShownSummary } from '../../../shared/model/conversation.ts';
import type { Message, MessagePart } from '../../../shared/model/message.ts';
import { messageBlocks } from '../../../shared/model/message-text.ts';
import { coverageOf } from './history-blocks.ts';
import type { ConversationPlan } from './plan-conversation.ts';

/** A conversation in which a call, its results and whatever was said before the last of them are one message. */
export interface JoinedTalk {
  /** What plans are made of: whatever is shown, told or left out of it, no call is apart from its results. */
  readonly messages: readonly Message[];
  /** Position of the first message that each stands for; at the end, how many there are in all. */
  readonly starts: readonly number[];
  /** Which of them a message is part of. */
  readonly unitOf: (position: number) => number;
}

/** The same messages where nothing is called, or nothing that is called gave anything. */
export function joinExchanges(messages: readonly Message[]): JoinedTalk {
  const starts = startsOf(messages);
  const units: number[] = [];
  for (const [unit, start] of starts.entries()) units.length = fillTo(units, start, unit - 1);
  fillTo(units, messages.length, starts.length - 1);
  return {
    messages:
      starts.length === messages.length
        ? messages
        : starts.map((start, unit) => joined(messages.slice(start, starts[unit + 1] ?? messages.length))),
    starts: [...starts, messages.length],
    unitOf: position => units[position] ?? 0,
  };
}

function fillTo(list: number[], length: number, value: number): number {
  while (list.length < length) list.push(value);
  return list.length;
}

/** Where each begins: never while a call is open that something later answers. */
function startsOf(messages: readonly Message[]): number[] {
  const blocks = messages.map(message => (typeof message.parts === 'string' ? [] : messageBlocks(message)));
  const answers = new Map<string, number[]>();
  for (const [position, own] of blocks.entries())
    for (const block of own)
      if (block.type === 'tool_result') answers.set(block.id, [...(answers.get(block.id) ?? []), position]);
  const starts: number[] = [];
  let openTo = -1;
  for (const [position, own] of blocks.entries()) {
    if (position > openTo) starts.push(position);
    for (const block of own)
      if (block.type === 'tool_call') openTo = Math.max(openTo, answerOf(answers.get(block.id), position));
  }
  return starts;
}

/** A result that is farther from its call is told by itself. */
const mostBetween = 100;

/** Ids may be used anew: the first result behind a call is its own. */
const answerOf = (positions: readonly number[] = [], call: number): number =>
  positions.find(position => position >= call && position - call <= mostBetween) ?? -1;

/** A few messages as one of whoever began; the parts are those of all, and who else says something is named. */
function joined(members: readonly Message[]): Message {
  const [first] = members;
  if (first === undefined || members.length === 1) return first ?? noMessage;
  return {
    ...first,
    parts: members.flatMap(({ role, parts }) => {
      const own = typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts;
      return role === first.role || role === 'tool' ? own : own.map(part => named(part, role));
    }),
  };
}

const named = (part: MessagePart, role: string): MessagePart =>
  part.type === 'text' ? { ...part, text: `[${role}]: ${part.text ?? ''}` } : part;

const noMessage: Message = { id: '', index: 0, role: 'user', parts: '' };

/** What a plan says of joined messages, said of those that they stand for. */
export function expandPlan(
  { states, summaries, blocks }: Pick<ConversationPlan, 'states' | 'summaries' | 'blocks'>,
  { starts }: JoinedTalk,
) {
  const startOf = (unit: number): number => starts[unit] ?? 0;
  const all: MessageState[] = [];
  for (const [unit, state] of states.entries())
    for (let at = startOf(unit); at < startOf(unit + 1); at += 1) all.push(state);
  const shown = blocks.flatMap(block => (block.kind === 'message' ? [block] : []));
  const positions = (units: readonly { readonly position: number }[]): number[] =>
    units.flatMap(({ position: unit }) =>
      Array.from({ length: startOf(unit + 1) - startOf(unit) }, (_, at) => startOf(unit) + at),
    );
  return {
    states: all,
    coverage: coverageOf(all),
    summaries: summaries.map(
      ({ kind: _, ...summary }): ShownSummary => ({
        ...summary,
        from: startOf(summary.from),
        to: startOf(summary.to + 1) - 1,
      }),
    ),
    recalled: positions(shown.filter(({ isRecalled }) => isRecalled)),
    cut: positions(shown.filter(({ cut }) => cut !== undefined)),
  };
}
