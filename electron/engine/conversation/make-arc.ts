import type { Strategy } from '../../../shared/model/conversation.ts';
import { cutText } from './cut-text.ts';
import type { PlanWork } from './plan-work.ts';
import type { ArcDensity, Segment } from './summarizer.ts';

/** Below this an arc says too little. */
export const leastArc = 100;

const firstMessages = 5;
const middleMessages = 20;
const lastMessages = 15;

/** How dense the arc of a strategy is; the full history needs none. */
const densities = {
  full: undefined,
  windowed: 'light',
  compacted: 'rich',
  multi_level: 'dense',
} as const satisfies Record<Strategy, ArcDensity | undefined>;

/** What of a conversation an arc is made of: above 40 messages the first 5, 20 evenly spaced, the last 15. */
function sampleForArc({ messages, scores }: Pick<PlanWork, 'messages' | 'scores'>): Segment {
  const total = messages.length;
  if (total <= firstMessages + middleMessages + lastMessages) return { messages, scores };
  const between = total - firstMessages - lastMessages;
  const positions = new Set<number>();
  for (let at = 0; at < firstMessages; at += 1) positions.add(at);
  for (let at = 0; at < middleMessages; at += 1)
    positions.add(firstMessages + Math.floor((at * between) / middleMessages));
  for (let at = total - lastMessages; at < total; at += 1) positions.add(at);
  const keep = <Value>(values: readonly Value[]): Value[] => values.filter((_, at) => positions.has(at));
  return { messages: keep(messages), scores: keep(scores) };
}

/** The arc of a conversation, within the tokens of L4; empty where there is no need or no room. */
export async function makeArc(work: PlanWork, strategy: Strategy, l4Budget: number): Promise<string> {
  const density = densities[strategy];
  if (density === undefined || l4Budget < leastArc) return '';
  const arc = await work.summarizer.arc(sampleForArc(work), density, l4Budget, work.cancel);
  return cutText(work.counter, arc.trim(), l4Budget, ' ...');
}
