import { cutText } from './cut-text.ts';
import { notesOf } from './extractive-summarizer.ts';
import type { SummaryBlock } from './history-blocks.ts';
import { type CompactionKey, type KeptSummary, type PlanWork, segmentOf } from './plan-work.ts';

/** Below this many tokens a summary says nothing beside its heading. */
export const leastSummary = 24;
/** What one group's own summary may take, whatever is made of it; the same for all budgets, so that it is kept. */
const groupTokens = 160;

export interface SummaryOrder {
  /** Positions, both included. */
  readonly from: number;
  readonly to: number;
  readonly level: 1 | 2 | 3;
  /** With heading and separator. */
  readonly most: number;
  /** Beginnings of the groups whose own summaries levels 2 and 3 are made of, oldest first. */
  readonly groups?: readonly number[];
}

/** A summary within its tokens; undefined where there is no room, or nothing that could be told. */
export async function makeSummary(work: PlanWork, order: SummaryOrder): Promise<SummaryBlock | undefined> {
  const { from, to, level, most, groups } = order;
  if (to < from || most < leastSummary) return undefined;
  const heading = `[Summary of messages ${from + 1}-${to + 1}]\n`;
  // One token for the separator behind it.
  const targetTokens = most - (await work.counter.one(heading)) - 1;
  const key = { from, to, level, summarizer: work.summarizer.id, targetTokens };
  const known = await findKept(work, key);
  const made =
    known ??
    (await keepMade(
      work,
      key,
      groups === undefined
        ? () => work.summarizer.summarize(segmentOf(work, from, to), targetTokens, work.cancel)
        : async () => work.summarizer.condense(await groupSummaries(work, order), targetTokens, work.cancel),
    ));
  if (made === undefined) return undefined;
  const text = heading + made.summary;
  const tokens = await work.counter.one(text);
  return { kind: 'summary', level, from, to, text, tokens, cached: known !== undefined };
}

/** One that was made before. It may have been cut by another tokenizer, and be over its part by this one. */
async function findKept(work: PlanWork, key: CompactionKey): Promise<KeptSummary | undefined> {
  const kept = work.compactions?.find(key);
  const fits = kept !== undefined && (await work.counter.one(kept.summary)) <= key.targetTokens;
  return fits ? kept : undefined;
}

/** Whatever a summarizer gives is cut to what was asked for, and kept. */
async function keepMade(
  work: PlanWork,
  key: CompactionKey,
  write: () => Promise<string>,
): Promise<KeptSummary | undefined> {
  const before = work.summarizer.fallbacks();
  const summary = await write();
  const isFallback = work.summarizer.fallbacks() > before;
  const text = await cutText(work.counter, summary.trim(), key.targetTokens, ' ...');
  if (text.trim() === '') return undefined;
  const made = { summary: text, tokens: await work.counter.one(text) };
  if (work.compactions !== undefined && !isFallback) {
    const originalTokens = work.sizes.slice(key.from, key.to + 1).reduce((sum, size) => sum + size, 0);
    work.compactions.keep(key, made, notesOf(segmentOf(work, key.from, key.to)), originalTokens);
  }
  return made;
}

/** The level-1 summaries that a higher level is made of. */
async function groupSummaries(work: PlanWork, { from, to, groups = [] }: SummaryOrder): Promise<string[]> {
  const summaries: string[] = [];
  for (const [at, begin] of groups.entries()) {
    const end = (groups[at + 1] ?? to + 1) - 1;
    const key = {
      from: Math.max(from, begin),
      to: end,
      level: 1,
      summarizer: work.summarizer.id,
      targetTokens: groupTokens,
    };
    const made =
      (await findKept(work, key)) ??
      (await keepMade(work, key, () =>
        work.summarizer.summarize(segmentOf(work, key.from, end), groupTokens, work.cancel),
      ));
    if (made !== undefined) summaries.push(made.summary);
  }
  return summaries;
}
