import { type Strategy, strategies } from '../../../shared/model/conversation.ts';
import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import { leastArc, makeArc } from '../../engine/conversation/make-arc.ts';
import { chooseStrategy, leastHistory, strategyOf } from '../../engine/conversation/plan-conversation.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import type { LoadedConversation } from './load-conversation.ts';
import type { BundleRecipe } from './project-bundles.ts';

/** What the separator between two layers of the system prompt takes at most, in any encoding. */
export const separatorTokens = 3;

/** What an arc is like beside the conversation it tells. */
interface ArcShape {
  readonly strategy: Strategy;
  readonly tokens: number;
  readonly summarizer: string;
  readonly estimator: string;
}

/** Rooms that differ by less get the same arc, so that it is there for the next message. */
const arcStep = 100;
/** An arc is wanted whenever its conversation goes on. */
const arcPriority = 0.8;

/** The arc for these budgets; undefined where the whole history is shown or there is no room. */
export async function arcShape(
  work: PlanWork,
  l4Budget: number,
  l6Budget: number,
): Promise<ArcShape | undefined> {
  if (work.messages.length === 0 || l6Budget < leastHistory) return undefined;
  const strategy = await strategyOf(work, { l4Budget: Math.max(0, l4Budget), l6Budget });
  const tokens = Math.floor(l4Budget / arcStep) * arcStep;
  if (strategy === 'full' || tokens < leastArc) return undefined;
  return { strategy, tokens, summarizer: work.summarizer.id, estimator: work.counter.estimator };
}

/** An arc that is frozen with the summaries takes no more than this of the whole. */
const frozenShare = 0.08;

/** The arc that a step freezes; undefined where there is no room. It depends on nothing that a turn adds. */
export function frozenArcShape(
  { sizes, summarizer, counter }: PlanWork,
  { layers }: Pick<BudgetResult, 'layers'>,
  total: number,
): ArcShape | undefined {
  const { L4_conversation: l4, L6_message_history: l6 } = layers;
  const room = Math.min(l4.allocated, Math.floor(total * frozenShare)) - separatorTokens;
  const tokens = Math.floor(room / arcStep) * arcStep;
  if (tokens < leastArc) return undefined;
  const given = l4.allocated + l6.allocated;
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const strategy = chooseStrategy(given === 0 ? Number.POSITIVE_INFINITY : all / given, false);
  return { strategy, tokens, summarizer: summarizer.id, estimator: counter.estimator };
}

/**
 * Where L6 has room for all messages, they are shown whole: separators, which a plan counts, are no part of messages
 * that are sent one by one, and a few words need no 32 tokens.
 */
export function historyRoom(allocated: number, { sizes }: PlanWork): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return allocated >= total ? total + sizes.length + leastHistory : allocated;
}

/** The bundle of a conversation: its arc. A message that comes or is edited makes another version of it. */
export function arcRecipe(
  { conversation: { id }, version }: LoadedConversation,
  work: PlanWork,
  shape: ArcShape,
): BundleRecipe {
  const fallbacks = work.summarizer.fallbacks();
  const { strategy, tokens, estimator, summarizer } = shape;
  return {
    type: 'conversation',
    key: id,
    composition: [`conversation:${id}@${version}`, `arc ${strategy} ${tokens} ${estimator} ${summarizer}`],
    priority: arcPriority,
    compile: () => makeArc(work, strategy, tokens),
    // What another one wrote in its place is not kept under a summarizer's name.
    mayKeep: () => work.summarizer.fallbacks() === fallbacks,
  };
}

/** What the stored arc of a conversation is like, so that it can be made again. */
export function shapeOf(composition: readonly string[]): ArcShape | undefined {
  const [, name = '', tokens = '', estimator = '', summarizer = ''] =
    /^arc (\S+) (\d+) (\S+) (.+)$/.exec(composition[1] ?? '') ?? [];
  const strategy = strategies.find(one => one === name);
  return strategy === undefined ? undefined : { strategy, tokens: Number(tokens), summarizer, estimator };
}
