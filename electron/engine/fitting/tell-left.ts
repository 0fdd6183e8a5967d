import { AppError } from '../../../shared/contract/errors.ts';
import { blockText } from '../../../shared/model/block.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Entry, Shape } from '../../../shared/shapes/shape.ts';
import { cutText } from '../conversation/cut-text.ts';
import { scoreMessages } from '../conversation/score-messages.ts';
import type { Summarizer } from '../conversation/summarizer.ts';
import type { TextCounter } from '../conversation/text-counter.ts';
import type { Cancel } from '../ports.ts';
import { type Exchange, type PlacedEntry, resultsOf } from './exchanges.ts';

export interface FitWork {
  readonly shape: Shape;
  readonly body: unknown;
  /** Tokens of all that is sent; for whoever chooses entries, of these alone. */
  readonly budget: number;
  /** From what steps and lengths follow, so that what stands in front stays where the budget is a little another; at most `budget`. */
  readonly stepBudget: number;
  readonly counter: TextCounter;
  readonly summarizer: Summarizer;
  readonly cancel: Cancel;
}

interface Kept {
  readonly source: unknown;
  readonly position?: number;
  /** The summary stands before what it says. */
  readonly isTold?: boolean;
}

/** Entries as they are sent, and those that a summary stands for. */
export interface Fitted {
  readonly kept: readonly Kept[];
  readonly left: readonly PlacedEntry[];
  readonly tokens: number;
  readonly summary: string | null;
}

/** Exchanges that one summary tells, and what it may take. */
export interface ToldStretch {
  readonly exchanges: readonly Exchange[];
  readonly mostTokens: number;
}

export const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** How many exchanges stand at the front in which only a program speaks; all where nobody else does. */
export function headOf(exchanges: readonly Exchange[]): number {
  const first = exchanges.findIndex(exchange =>
    exchange.some(({ role }) => role !== 'system' && role !== 'note'),
  );
  return first === -1 ? exchanges.length : first;
}

/** Whether a user says something, and no tool. */
export const isAsked = (exchange: Exchange): boolean =>
  exchange[0]?.role === 'user' && exchange.every(entry => resultsOf(entry).length === 0);

export const tooLong = (budget: number, needed: number): AppError =>
  new AppError(
    'message_too_long',
    `what has to stay takes ${needed} tokens, and the budget leaves ${budget} beside instructions and tools; raise the budget, or shorten what the user said last`,
    { needed_tokens: needed, budget_tokens: budget },
  );

/** One summary after the other in place of what is left out: an entry of the user before `rest`, or within its first. */
export async function tellLeft(
  work: FitWork,
  front: readonly PlacedEntry[],
  rest: readonly PlacedEntry[],
  told: readonly ToldStretch[],
): Promise<{ readonly kept: readonly Kept[]; readonly summary: string | null }> {
  const texts: string[] = [];
  for (const stretch of told) texts.push(await summarise(work, stretch));
  const summary = texts.filter(text => text !== '').join('\n') || null;
  const [next, ...others] = rest;
  if (summary === null || next === undefined) return { kept: [...front, ...rest], summary };
  return { kept: [...front, ...toldBefore(work.shape, summary, next), ...others], summary };
}

/** What the user is told to say before an entry: in one of its own, or within that of a user where roles must alternate, or which holds results. */
export function toldBefore({ prepend, join, tell }: Shape, text: string, next: PlacedEntry): Kept[] {
  const isWithin = next.role === 'user' && (join !== undefined || resultsOf(next).length > 0);
  return prepend === undefined || !isWithin
    ? [{ source: tell(text, next.source) }, next]
    : [{ source: prepend(text, next.source), position: next.position, isTold: true }];
}

async function summarise(
  { counter, summarizer, cancel }: FitWork,
  { exchanges, mostTokens }: ToldStretch,
): Promise<string> {
  const messages = exchanges.flat().map(entryMessage);
  const heading = `[${messages.length} earlier ${messages.length === 1 ? 'message' : 'messages'}, told in short]`;
  const most = mostTokens - (await counter.one(heading)) - 5;
  // Without room even to say so, only the report does.
  if (most < 0) return '';
  const segment = { messages, scores: scoreMessages(messages) };
  const text = most < 8 ? '' : await summarizer.summarize(segment, most, cancel);
  const cut = text.trim() === '' ? '' : await cutText(counter, text.trim(), most, ' ...');
  return cut === '' ? heading : `${heading}\n${cut}`;
}

/** An entry as a message that can be told in a summary; its blocks are one text. */
function entryMessage({ role, author, blocks }: Entry, index: number): Message {
  const text = blocks
    .map(blockText)
    .filter(one => one !== '')
    .join('\n');
  return { id: `m${index}`, index, role, ...(author !== undefined && { author }), parts: text };
}
