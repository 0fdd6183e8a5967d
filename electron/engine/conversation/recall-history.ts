import type { Strategy } from '../../../shared/model/conversation.ts';
import { chooseHistory, gapTokens, multiLevelOrders, summarize } from './choose-history.ts';
import type { HistoryChoice } from './history-blocks.ts';
import type { SummaryOrder } from './make-summary.ts';
import { type NewestMessages, newestMessages } from './newest-messages.ts';
import type { PlanWork } from './plan-work.ts';

/** Earlier messages that belong to the question, and what they may take besides their part of L6. */
export interface Recall {
  /** The best first, with what each takes as it is shown among earlier messages. */
  readonly ranked: readonly RecalledMessage[];
  readonly extraTokens: number;
}

export interface RecalledMessage {
  readonly position: number;
  readonly tokens: number;
}

/** Summaries leave three quarters of their part to messages that are shown whole. */
const summaryFactor = 0.25;
/** Attempts to find one that fits what is left. */
const mostMisses = 200;

/**
 * A history with the question in mind: the newest messages have the part that their strategy gives them; of what is
 * older, messages that match the question are shown whole, and summaries tell the rest more briefly.
 */
export async function chooseWithQuestion(
  work: PlanWork,
  strategy: Strategy,
  l6Budget: number,
  recall: Recall,
): Promise<HistoryChoice> {
  if (strategy === 'full') return chooseHistory(work, strategy, l6Budget);
  const gap = await gapTokens(work);
  const most = l6Budget - gap;
  const share = strategy === 'compacted' ? 0.65 : 0.7;
  const first = strategy === 'compacted' ? Math.floor(work.messages.length * 0.75) : 0;
  const newest = await newestMessages(work, Math.min(Math.floor(l6Budget * share), most), most, first);
  const left = l6Budget - newest.tokens;
  const summaries = await summarize(work, summaryOrders(strategy, newest, l6Budget), left);
  const told = summaries.reduce((sum, { tokens }) => sum + tokens + 1, 0);
  const isTold = (position: number): boolean =>
    summaries.some(({ from, to }) => from <= position && position <= to);
  const room = left - told - gap + recall.extraTokens;
  // One that stands where messages are left out parts the gap in two.
  const recalled = chooseRecalled(recall, newest, room, position => (isTold(position) ? 0 : gap));
  const shown = new Map([...recalled].map((position): [number, undefined] => [position, undefined]));
  return { shown: new Map([...shown, ...newest.shown]), summaries, recalled };
}

/** The summaries of what lies before the newest messages, each with its part of L6. */
export function summaryOrders(
  strategy: Strategy,
  newest: Pick<NewestMessages, 'from'>,
  l6Budget: number,
): SummaryOrder[] {
  if (strategy === 'multi_level') return multiLevelOrders(newest.from, l6Budget, summaryFactor);
  const share = strategy === 'compacted' ? 0.35 : 0.3;
  const most = Math.floor(l6Budget * share * summaryFactor);
  return newest.from === 0 ? [] : [{ level: 1, from: 0, to: newest.from - 1, most }];
}

function chooseRecalled(
  { ranked }: Recall,
  newest: NewestMessages,
  most: number,
  extraAt: (position: number) => number,
): Set<number> {
  const chosen = new Set<number>();
  let left = most;
  let misses = 0;
  for (const { position, tokens } of ranked) {
    if (position >= newest.from || chosen.has(position)) continue;
    const cost = tokens + 1 + extraAt(position);
    if (cost <= left) {
      chosen.add(position);
      left -= cost;
    } else misses += 1;
    if (misses > mostMisses) break;
  }
  return chosen;
}
