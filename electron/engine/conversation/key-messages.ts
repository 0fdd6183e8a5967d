import { formatMessage } from '../../../shared/model/message-text.ts';
import { cutText } from './cut-text.ts';
import { costOf } from './newest-messages.ts';
import type { PlanWork } from './plan-work.ts';

/** A cut message is worth showing from here on (C7). */
const leastCut = 50;

export interface KeyMessages {
  readonly shown: ReadonlyMap<number, string | undefined>;
  readonly tokens: number;
}

/**
 * The messages from `from` to before `end` that matter most, each if it fits; the first that does not fit is included
 * cut if more than 50 tokens are left, and ends the choice (C7). Each pays for a gap marker beside it.
 */
export async function keyMessages(
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
