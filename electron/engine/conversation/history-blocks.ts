import type { Coverage, MessageState } from '../../../shared/model/conversation.ts';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';

/** A summary of the messages at positions `from` to `to`, both included; its text has its heading. */
export interface SummaryBlock {
  readonly kind: 'summary';
  readonly level: 1 | 2 | 3;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly tokens: number;
  readonly cached: boolean;
}

/** What stands one after the other in a history. A message that was cut brings its formatted text. */
export type HistoryBlock =
  | SummaryBlock
  | {
      readonly kind: 'message';
      readonly position: number;
      readonly cut?: string;
      readonly isRecalled: boolean;
    }
  | { readonly kind: 'gap'; readonly count: number };

/** What a strategy chose: which messages are shown, and which stretches are told in summaries. */
export interface HistoryChoice {
  /** By position: the text of one that was cut, else undefined. */
  readonly shown: ReadonlyMap<number, string | undefined>;
  /** In order and apart from each other. */
  readonly summaries: readonly SummaryBlock[];
  /** Earlier messages that are shown because of the question. */
  readonly recalled?: ReadonlySet<number>;
}

/** Stands where messages are left out, with how many. */
export const gapMarker = (count: number): string =>
  `[... ${count} ${count === 1 ? 'message' : 'messages'} omitted ...]`;

/** Between blocks. */
const blockSeparator = '\n\n';

/** Puts a choice in the order of the conversation, with a marker wherever messages are neither shown nor told. */
export function toBlocks(total: number, { shown, summaries, recalled }: HistoryChoice): HistoryBlock[] {
  const states = statesOf(total, { shown, summaries });
  const beginning = new Map(summaries.map(summary => [summary.from, summary]));
  const blocks: HistoryBlock[] = [];
  let missing = 0;
  const closeGap = (): void => {
    if (missing > 0) blocks.push({ kind: 'gap', count: missing });
    missing = 0;
  };
  for (const [position, state] of states.entries()) {
    const summary = beginning.get(position);
    if (summary !== undefined || state === 'full') closeGap();
    if (summary !== undefined) blocks.push(summary);
    if (state === 'dropped') missing += 1;
    if (state !== 'full') continue;
    const cut = shown.get(position);
    const isRecalled = recalled?.has(position) === true;
    blocks.push({ kind: 'message', position, isRecalled, ...(cut !== undefined && { cut }) });
  }
  closeGap();
  return blocks;
}

/** What became of each message: shown, even cut, counts as full, and comes before being told in a summary. */
export function statesOf(total: number, { shown, summaries }: HistoryChoice): MessageState[] {
  const states = new Array<MessageState>(total).fill('dropped');
  for (const { from, to } of summaries) states.fill('summarised', from, to + 1);
  for (const position of shown.keys()) states[position] = 'full';
  return states;
}

export function coverageOf(states: readonly MessageState[]): Coverage {
  const counts: Record<MessageState, number> = { full: 0, summarised: 0, dropped: 0 };
  for (const state of states) counts[state] += 1;
  return {
    totalMessages: states.length,
    fullMessages: counts.full,
    summarizedMessages: counts.summarised,
    droppedMessages: counts.dropped,
  };
}

/** A history as one text. */
export function renderBlocks(blocks: readonly HistoryBlock[], messages: readonly Message[]): string {
  return blocks
    .map(block => {
      if (block.kind === 'summary') return block.text;
      if (block.kind === 'gap') return gapMarker(block.count);
      const message = messages[block.position];
      return block.cut ?? (message === undefined ? '' : formatMessage(message));
    })
    .join(blockSeparator);
}
