import { unreachable } from '../../../shared/contract/errors.ts';
import type { Strategy } from '../../../shared/model/conversation.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
import { cutText } from './cut-text.ts';
import { gapMarker, type HistoryChoice, type SummaryBlock } from './history-blocks.ts';
import { makeSummary, type SummaryOrder } from './make-summary.ts';
import { costOf, type NewestMessages, newestMessages } from './newest-messages.ts';
import type { PlanWork } from './plan-work.ts';

/** What a gap marker for any number of these messages takes at most, separator included. */
export const gapTokens = async ({ counter, messages }: PlanWork): Promise<number> =>
  (await counter.one(gapMarker(Math.max(10, messages.length)))) + 1;

const nothing: HistoryChoice = { shown: new Map(), summaries: [] };

/** Chooses what of a conversation is shown, and what is told, within `l6Budget` tokens of at least 32. */
export function chooseHistory(work: PlanWork, strategy: Strategy, l6Budget: number): Promise<HistoryChoice> {
  switch (strategy) {
    case 'full':
      return Promise.resolve({
        ...nothing,
        shown: new Map(work.messages.map((_, position) => [position, undefined])),
      });
    case 'windowed':
      return chooseWindowed(work, l6Budget);
    case 'compacted':
      return chooseCompacted(work, l6Budget);
    case 'multi_level':
      return chooseMultiLevel(work, l6Budget);
    default:
      return unreachable(strategy);
  }
}

/** 70% for the newest messages, the rest for one summary of all older ones. */
async function chooseWindowed(work: PlanWork, l6Budget: number): Promise<HistoryChoice> {
  const gap = await gapTokens(work);
  const newest = await newestMessages(
    work,
    Math.min(Math.floor(l6Budget * 0.7), l6Budget - gap),
    l6Budget - gap,
  );
  const most = l6Budget - newest.tokens;
  const summary = await makeSummary(work, { from: 0, to: newest.from - 1, level: 1, most });
  return { shown: newest.shown, summaries: listed(summary) };
}

/** The oldest 40% in a summary, key messages of the next 35%, the newest 25% whole. What is over goes to the newest. */
async function chooseCompacted(work: PlanWork, l6Budget: number): Promise<HistoryChoice> {
  const total = work.messages.length;
  const gap = await gapTokens(work);
  const oldEnd = Math.floor(total * 0.4);
  const middleEnd = Math.floor(total * 0.75);
  const summary = await makeSummary(work, {
    from: 0,
    to: oldEnd - 1,
    level: 1,
    most: Math.floor(l6Budget * 0.1),
  });
  const range = { from: oldEnd, end: middleEnd };
  const key = await keyMessages(work, range, Math.floor(l6Budget * 0.25), gap);
  const left = l6Budget - (summary === undefined ? 0 : summary.tokens + 1) - key.tokens - gap;
  const newest = await newestMessages(work, left, left, middleEnd);
  return { shown: new Map([...key.shown, ...newest.shown]), summaries: listed(summary) };
}

/** 70% for the newest messages and whatever the levels of summaries do not need. */
async function chooseMultiLevel(work: PlanWork, l6Budget: number): Promise<HistoryChoice> {
  const gap = await gapTokens(work);
  const most = l6Budget - gap;
  const reserved = Math.min(Math.floor(l6Budget * 0.7), most);
  const first = await newestMessages(work, reserved, most);
  const unused = unusedShare(first.from) * l6Budget;
  const newest = unused === 0 ? first : await newestMessages(work, Math.min(most, reserved + unused), most);
  const told = await tellBefore(work, newest, l6Budget, l6Budget);
  const taken = told.summaries.reduce((sum, { tokens }) => sum + tokens + 1, 0);
  const wider = await newestMessages(work, most - taken, most);
  if (wider.from >= newest.from) return told;
  // Other messages are told then, which may take more.
  const toldAnew = await tellBefore(work, wider, l6Budget, most);
  return heldIn(toldAnew) >= heldIn(told) ? toldAnew : told;
}

/** The newest, and what is before them in its summaries, within `most` tokens in all. */
async function tellBefore(
  work: PlanWork,
  { from, shown, tokens }: NewestMessages,
  l6Budget: number,
  most: number,
): Promise<HistoryChoice> {
  return { shown, summaries: await summarize(work, multiLevelOrders(from, l6Budget), most - tokens) };
}

/** How many messages are shown or told. */
const heldIn = ({ shown, summaries }: HistoryChoice): number =>
  summaries.reduce((sum, { from, to }) => sum + to - from + 1, shown.size);

/** Parts of L6 whose level has no messages before the first that is shown. */
function unusedShare(before: number): number {
  const levels = new Set(summaryLevels(before).map(({ level }) => level));
  return ([1, 2, 3] as const).reduce((sum, level) => sum + (levels.has(level) ? 0 : levelShares[level]), 0);
}

const levelShares = { 1: 0.15, 2: 0.1, 3: 0.05 } as const;

/** The summaries of what lies before a position, each with its part of L6. */
export function multiLevelOrders(before: number, l6Budget: number, factor = 1): SummaryOrder[] {
  return summaryLevels(before).map(part => ({
    ...part,
    most: Math.floor(l6Budget * levelShares[part.level] * factor),
  }));
}

/** Makes summaries one after the other, the newest first, as long as there is room for them. */
export async function summarize(
  work: PlanWork,
  orders: readonly SummaryOrder[],
  most: number,
): Promise<SummaryBlock[]> {
  const made: SummaryBlock[] = [];
  let left = most;
  for (const order of orders.toReversed()) {
    const summary = await makeSummary(work, { ...order, most: Math.min(order.most, left) });
    if (summary === undefined) continue;
    made.unshift(summary);
    left -= summary.tokens + 1;
  }
  return made;
}

const listed = (summary: SummaryBlock | undefined): SummaryBlock[] =>
  summary === undefined ? [] : [summary];

/** A cut message is worth showing from here on. */
const leastCut = 50;

interface KeyMessages {
  readonly shown: ReadonlyMap<number, string | undefined>;
  readonly tokens: number;
}

/**
 * The messages from `from` to before `end` that matter most, each if it fits; the first that does not fit is included
 * cut if more than 50 tokens are left, and ends the choice. Each pays for a gap marker beside it.
 */
async function keyMessages(
  work: PlanWork,
  range: { readonly from: number; readonly end: number },
  most: number,
  gapTokens: number,
): Promise<KeyMessages> {
  const shown = new Map<number, string | undefined>();
  let left = most;
  for (const position of byScore(work, range)) {
    const cost = costOf(work, position) + gapTokens;
    if (cost <= left) {
      shown.set(position, undefined);
      left -= cost;
      continue;
    }
    const message = work.messages[position];
    const room = left - gapTokens - 1;
    if (message !== undefined && room > leastCut) {
      const cut = await cutText(work.counter, formatMessage(message), room);
      shown.set(position, cut);
      left -= (await work.counter.one(cut)) + 1 + gapTokens;
    }
    break;
  }
  return { shown, tokens: most - left };
}

function byScore({ scores }: PlanWork, { from, end }: { from: number; end: number }): number[] {
  const positions = scores.slice(from, end).map((_, at) => from + at);
  return positions.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
}

/** Messages in a chunk, chunks that level 1 tells, chunks in a group of level 2. */
const chunkSize = 20;
const nearChunks = 3;
const chunksInGroup = 5;
/** From so many chunks on the oldest part goes to level 3. */
const chunksForThird = 10;
const oldestShare = 0.3;

/**
 * How the messages before a position are told, oldest first: three chunks of 20 before it in level 1, older ones
 * by groups of five chunks in level 2, and of ten chunks and more the oldest 30%, in whole groups, in level 3.
 */
export function summaryLevels(before: number): Omit<SummaryOrder, 'most'>[] {
  if (before === 0) return [];
  const nearFrom = Math.max(0, before - nearChunks * chunkSize);
  const near = { level: 1, from: nearFrom, to: before - 1 } as const;
  if (nearFrom === 0) return [near];
  const groups = groupBeginnings(nearFrom);
  const chunks = Math.ceil(before / chunkSize);
  const oldest = chunks >= chunksForThird ? Math.round((chunks * oldestShare) / chunksInGroup) : 0;
  const thirdEnd = groups[oldest] ?? nearFrom;
  const third = { level: 3, from: 0, to: thirdEnd - 1, groups: groups.slice(0, oldest) } as const;
  const second = { level: 2, from: thirdEnd, to: nearFrom - 1, groups: groups.slice(oldest) } as const;
  return [third, second, near].filter(({ from, to }) => from <= to);
}

/** Groups are counted from the newest backwards, so that the oldest may be a small one. */
function groupBeginnings(before: number): number[] {
  const beginnings: number[] = [];
  for (let at = before - chunkSize * chunksInGroup; ; at -= chunkSize * chunksInGroup) {
    beginnings.unshift(Math.max(0, at));
    if (at <= 0) return beginnings;
  }
}
