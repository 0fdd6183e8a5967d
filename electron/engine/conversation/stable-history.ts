import type { Strategy } from '../../../shared/model/conversation.ts';
import { summarize } from './choose-history.ts';
import { gapMarker, type HistoryBlock, type SummaryBlock, statesOf } from './history-blocks.ts';
import { leastSummary, makeSummary } from './make-summary.ts';
import { type NewestMessages, newestMessages } from './newest-messages.ts';
import type { PlanWork } from './plan-work.ts';
import { summaryOrders } from './recall-history.ts';

/** What stands in front of a conversation's newest messages, and stays as it is until the next step. */
export interface FrozenHistory {
  /** Position of the first message that is shown as it was said. */
  readonly from: number;
  /** Messages before it in summaries, in order. */
  readonly told: readonly SummaryBlock[];
  /** The newest message, where it alone is too long. */
  readonly cut?: { readonly position: number; readonly text: string };
}

export const unfrozen: FrozenHistory = { from: 0, told: [] };

/** Tokens for messages and for what tells the older ones. */
interface StepRoom {
  /** Down to which messages are left: the low mark. */
  readonly lowTokens: number;
  /** For summaries, of which a new one takes a third. */
  readonly toldTokens: number;
  /** For the newest message, where it alone is more than the low mark. */
  readonly aloneTokens: number;
}

/**
 * One step: the newest messages down to the low mark stay, what was shown before them gets one summary behind those
 * there are, which keep their bytes; where these take more than their part, all but the newest are told as one.
 */
export async function stepDown(
  work: PlanWork,
  frozen: FrozenHistory,
  strategy: Strategy,
  room: StepRoom,
): Promise<FrozenHistory> {
  const newest = await newestMessages(work, room.lowTokens, room.aloneTokens, frozen.from);
  const [shown] = newest.shown;
  const cut = shown?.[1] === undefined ? {} : { cut: { position: shown[0], text: shown[1] } };
  if (newest.from <= frozen.from) return { ...frozen, ...cut };
  const told =
    frozen.told.length === 0 && frozen.from === 0
      ? await firstTold(work, strategy, newest, room)
      : await nextTold(work, frozen, newest.from, room.toldTokens);
  return { from: newest.from, told, ...cut };
}

/** Of a conversation that is long when it comes: in levels, as one that is planned anew. */
async function firstTold(
  work: PlanWork,
  strategy: Strategy,
  newest: NewestMessages,
  { toldTokens }: StepRoom,
): Promise<readonly SummaryBlock[]> {
  const orders = summaryOrders(strategy === 'full' ? 'windowed' : strategy, newest, toldTokens / firstShare);
  return summarize(work, orders, toldTokens);
}

/** About what all summaries of a first plan take of what they are given of. */
const firstShare = 0.08;

async function nextTold(
  work: PlanWork,
  { from, told }: FrozenHistory,
  to: number,
  mostTokens: number,
): Promise<readonly SummaryBlock[]> {
  const most = Math.max(leastSummary, Math.floor(mostTokens / 3));
  const made = await makeSummary(work, { level: 1, from, to: to - 1, most });
  const all = made === undefined ? told : [...told, made];
  const taken = all.reduce((sum, { tokens }) => sum + tokens + 1, 0);
  const older = all.slice(0, -1);
  const [first] = older;
  const last = older.at(-1);
  if (taken <= mostTokens || first === undefined || last === undefined || older.length < 2) return all;
  const joined = await makeSummary(work, {
    level: older.some(({ level }) => level > 1) ? 3 : 2,
    from: first.from,
    to: last.to,
    groups: older.map(one => one.from),
    most: Math.max(leastSummary, mostTokens - 2 * most),
  });
  return [...(joined === undefined ? [] : [joined]), ...all.slice(-1)];
}

/** Summaries, with a marker for what none of them tells, by what each stands for. */
export function toldBlocks({
  from,
  told,
}: FrozenHistory): { readonly what: string; readonly text: string }[] {
  const blocks: { what: string; text: string }[] = [];
  let next = 0;
  const closeGap = (to: number): void => {
    if (to > next) blocks.push({ what: `gap ${next + 1}-${to}`, text: gapMarker(to - next) });
  };
  for (const summary of told) {
    closeGap(summary.from);
    blocks.push({ what: `summary ${summary.from + 1}-${summary.to + 1}`, text: summary.text });
    next = summary.to + 1;
  }
  closeGap(from);
  return blocks;
}

/** The same as a plan: what became of each message, with those that are shown because of the question. */
export function describeFrozen(
  { from, told, cut }: FrozenHistory,
  total: number,
  recalled: readonly number[],
) {
  const newest = Array.from({ length: total - from }, (_, at) => from + at);
  const shown = new Map(
    [...recalled, ...newest].map((position): [number, undefined] => [position, undefined]),
  );
  const states = statesOf(total, { shown, summaries: told });
  const message = (position: number, isRecalled: boolean): HistoryBlock => ({
    kind: 'message',
    position,
    isRecalled,
    ...(cut?.position === position && { cut: cut.text }),
  });
  const blocks = [
    ...recalled.map(position => message(position, true)),
    ...newest.map(position => message(position, false)),
  ];
  return { states, summaries: told, blocks };
}
