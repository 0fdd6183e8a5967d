import { formatMessage } from '../../../shared/model/message-text.ts';
import { cutText } from './cut-text.ts';
import type { PlanWork } from './plan-work.ts';

/** The end of a conversation, as far as it fits. */
export interface NewestMessages {
  /** Position of the first that is shown. */
  readonly from: number;
  /** Positions, with the text of one that was cut. */
  readonly shown: ReadonlyMap<number, string | undefined>;
  /** What they take, separators included. */
  readonly tokens: number;
}

/** A separator stands behind each. */
export const costOf = ({ sizes }: PlanWork, position: number): number => (sizes[position] ?? 0) + 1;

/**
 * The newest messages that fit whole within `most` tokens, none before position `first`. The very newest is always
 * there; alone it may take `mostAlone`, and is cut where that is too little.
 */
export async function newestMessages(
  work: PlanWork,
  most: number,
  mostAlone: number,
  first = 0,
): Promise<NewestMessages> {
  const last = work.messages.length - 1;
  if (costOf(work, last) > most) return newestAlone(work, last, mostAlone);
  let tokens = 0;
  let from = last + 1;
  while (from > first && tokens + costOf(work, from - 1) <= most) {
    from -= 1;
    tokens += costOf(work, from);
  }
  const positions = work.messages.slice(from).map((_, at): [number, undefined] => [from + at, undefined]);
  return { from, shown: new Map(positions), tokens };
}

async function newestAlone(work: PlanWork, last: number, most: number): Promise<NewestMessages> {
  const message = work.messages[last];
  if (message === undefined) return { from: last + 1, shown: new Map(), tokens: 0 };
  if (costOf(work, last) <= most)
    return { from: last, shown: new Map([[last, undefined]]), tokens: costOf(work, last) };
  const cut = await cutText(work.counter, formatMessage(message), most - 1);
  return { from: last, shown: new Map([[last, cut]]), tokens: (await work.counter.one(cut)) + 1 };
}
