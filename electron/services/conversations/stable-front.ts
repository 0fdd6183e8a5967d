import type { LayerName } from '../../../shared/model/layer-names.ts';
import { makeSummary } from '../../engine/conversation/make-summary.ts';
import { chooseStrategy, leastHistory } from '../../engine/conversation/plan-conversation.ts';
import type { PlanWork } from '../../engine/conversation/plan-work.ts';
import {
  type FrozenHistory,
  stepDown,
  toldBlocks,
  unfrozen,
} from '../../engine/conversation/stable-history.ts';
import { type AssemblyJob, sectionSeparator } from './assembly-job.ts';
import { toChatMessage } from './chat-messages.ts';
import { arcRecipe, frozenArcShape, separatorTokens } from './conversation-arc.ts';
import type { ConversationHistory } from './conversation-history.ts';
import type { InsertedText, KeptInsert } from './kept-prefix.ts';
import type { PromptPart } from './trace-prompt.ts';

/** A job about a stored conversation. */
export interface StableJob extends AssemblyJob {
  readonly history: ConversationHistory;
}

/** Parts of what is left beside the fixed head: messages after a step, and all that tells older ones. */
const lowShare = 0.25;

const toldShare = 0.08;

/** What stands in front of a turn. */
export interface Front {
  readonly frozen: FrozenHistory;
  readonly arc: string;
  readonly inserts: readonly KeptInsert[];
  readonly hasStepped: boolean;
}

export interface Head {
  readonly layer: LayerName;
  readonly text: string;
  readonly sources: readonly string[];
}

/** Who the user is and what they prefer: no turn changes it. */
export async function writeHead({
  knowledge,
  budget,
  counter,
  total,
  messageTokens,
}: StableJob): Promise<Head[]> {
  const head: Head[] = [];
  let left = total - messageTokens;
  for (const layer of ['L0_identity', 'L1_global_prefs'] as const) {
    const room = Math.min(budget.layers[layer].allocated, left) - separatorTokens;
    const text = await knowledge.textOf(layer, room);
    if (text === '') continue;
    head.push({ layer, text, sources: knowledge.sourcesOf(layer) });
    left -= (await counter.one(text)) + separatorTokens;
  }
  return head;
}

/** What the last turn left; a summary of which a message was edited is told anew in its place. */
export async function keptFront({ history }: StableJob): Promise<Front> {
  const { turns, stale } = history.prefix;
  const { frozen = unfrozen, arc = '', inserts = [] } = turns;
  const told = await Promise.all(
    frozen.told.map(async (summary, at) => {
      if (!stale.includes(at)) return [{ ...summary, cached: true }];
      const { from, to, level, tokens } = summary;
      return (await makeSummary(history.work, { from, to, level, most: tokens + 1 })) ?? [];
    }),
  );
  return {
    frozen: { ...frozen, told: told.flat() },
    arc: stale.length === 0 ? arc : '',
    inserts,
    hasStepped: false,
  };
}

/** Everything in front of what this turn adds. */
export function frontParts(job: StableJob, head: readonly Head[], front: Front): PromptPart[] {
  const { messages } = job.history.work;
  const { frozen, arc } = front;
  // Where no message is shown there is no room to tell of them either.
  const blocks = frozen.from === messages.length ? [] : toldBlocks(frozen);
  // Behind the summaries, which outlive a step.
  const told = [...blocks, ...(arc === '' ? [] : [{ what: 'L4_conversation', text: arc }])];
  const summaries = blocks.map(({ text }) => text).join('\n\n');
  const frozenText = [summaries, arc].filter(text => text !== '').join(sectionSeparator);
  const inserts = new Map(front.inserts.map(insert => [insert.before, insert]));
  return [
    ...(head.length === 0 ? [] : [headPart(head)]),
    ...(told.length === 0 ? [] : [{ role: 'system', content: frozenText, parts: told }]),
    ...messages.slice(frozen.from).flatMap((message, index) => {
      const position = frozen.from + index;
      const insert = insertPart(inserts.get(position)?.layers ?? [], position);
      const chat = toChatMessage(message, cutAt(frozen, position), false);
      const said = { ...chat, parts: [{ what: `message ${position + 1}`, text: chat.content }] };
      return insert === undefined ? [said] : [insert, said];
    }),
  ];
}

/** Whether messages alone take more than there is, which shows long before all of a long talk is laid out. */
export async function isOverfull(
  { history, counter, input, total, messageTokens }: StableJob,
  { frozen }: Front,
): Promise<boolean> {
  const { messages, sizes } = history.work;
  // A request is counted as a whole.
  if (input.shape !== undefined || sum(sizes.slice(frozen.from)) <= total) return false;
  let left = total - messageTokens;
  for (let from = frozen.from; from < messages.length && left >= 0; from += countedTogether) {
    const shown = messages.slice(from, from + countedTogether);
    const texts = shown.map((message, at) => toChatMessage(message, cutAt(frozen, from + at), false).content);
    left -= sum(await counter.all(texts));
  }
  return left < 0;
}

const countedTogether = 256;

const cutAt = ({ cut }: FrozenHistory, position: number): string | undefined =>
  cut?.position === position ? cut.text : undefined;

const headPart = (head: readonly Head[]): PromptPart => ({
  role: 'system',
  content: head.map(({ text }) => text).join(sectionSeparator),
  parts: head.map(({ layer, text, sources }) => ({ what: layer, text, sources })),
});

/** Between messages, within what the user says: what was looked up is nothing that a system message may tell to do. */
export const toldPart = (what: string, content: string): PromptPart => ({
  role: 'user',
  content,
  parts: [{ what, text: content }],
});

/** What a turn adds before what is asked; undefined where it adds nothing. */
export function insertPart(layers: readonly InsertedText[], before: number): PromptPart | undefined {
  if (layers.length === 0) return undefined;
  return toldPart(`context of message ${before + 1}`, layers.map(({ text }) => text).join(sectionSeparator));
}

/** One step: what earlier turns added goes, and of the messages what does not belong to the newest. */
export async function stepped(
  job: StableJob,
  head: readonly Head[],
  front: Front,
  laid: { readonly addedTokens: number },
  squeeze: number,
  isLast: boolean,
): Promise<Front> {
  const { history, total, messageTokens, counter } = job;
  const { work } = history;
  const headTokens = sum(await counter.all(head.map(({ text }) => text)));
  const room = total - headTokens;
  const added = isLast ? 0 : laid.addedTokens;
  const left = room - messageTokens - added - squeeze;
  const toldTokens = Math.floor(Math.min(room * toldShare, left * toldShare));
  const strategy = strategyOf(job);
  const shape = frozenArcShape(work, job.budget, total);
  const arc = shape === undefined ? '' : (await job.shelf.fetch(arcRecipe(history.loaded, work, shape))).text;
  const rest = left - toldTokens - (arc === '' ? 0 : (await counter.one(arc)) + separatorTokens);
  if (rest < leastHistory) return { ...nothingShown(work), hasStepped: true };
  const lowTokens = Math.min(rest, Math.floor(room * lowShare));
  const frozen = await stepDown(work, front.frozen, strategy, { lowTokens, toldTokens, aloneTokens: rest });
  return { frozen, arc, inserts: [], hasStepped: true };
}

export const nothingShown = ({ messages }: PlanWork): Pick<Front, 'frozen' | 'arc' | 'inserts'> => ({
  frozen: { from: messages.length, told: [] },
  arc: '',
  inserts: [],
});

export function strategyOf(job: StableJob) {
  return chooseStrategy(ratioOf(job) ?? Number.POSITIVE_INFINITY, false);
}

export function ratioOf({ history, budget }: StableJob): number | null {
  const given = budget.layers.L4_conversation.allocated + budget.layers.L6_message_history.allocated;
  return given === 0 ? null : sum(history.work.sizes) / given;
}

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
