import type { FitReport } from '../../../shared/model/conversation.ts';
import type { PromptPrefix } from '../../../shared/model/prompt-cache.ts';
import { countOnce } from '../conversation/text-counter.ts';
import { countEntries } from './count-entries.ts';
import { type PlacedEntry, withoutOrphans } from './exchanges.ts';
import { movingWindow } from './moving-window.ts';
import { stablePrefix } from './stable-prefix.ts';
import { type Fitted, type FitWork, total } from './tell-left.ts';

/**
 * A body within a budget, which its provider still takes. One that fits stays as it is; else results of tools are cut
 * and the oldest exchanges go, as a whole each, and summaries stand in their place. What the user said last and the
 * exchange at the end stay; `message_too_long` where they alone are over the budget.
 */
export async function fitBody(
  given: FitWork,
  prefix: PromptPrefix = 'stable',
): Promise<{ readonly request: unknown; readonly report: FitReport }> {
  const work = { ...given, counter: countOnce(given.counter) };
  const { shape, body, budget, counter } = work;
  const { entries: read, standing } = shape.read(body);
  const placed = read.map((entry, position): PlacedEntry => ({ ...entry, position }));
  const { entries, orphans } = shape.isSent ? withoutOrphans(placed) : { entries: placed, orphans: 0 };
  const standingTokens = total(await counter.all([...standing]));
  const readTokens = total(await countEntries(counter, read));
  const counts = await countEntries(counter, entries);
  const fitted = await chooseEntries({ ...work, budget: budget - standingTokens }, entries, counts, prefix);
  const originals = new Map(entries.map(entry => [entry.position, entry.source]));
  return {
    request: shape.write(body, fitted.kept),
    report: {
      budget,
      tokens_before: standingTokens + readTokens,
      tokens_after: standingTokens + fitted.tokens,
      entries: read.length,
      kept: fitted.kept.filter(({ position }) => position !== undefined).length,
      summarised: fitted.left.length,
      shortened: fitted.kept.filter(
        ({ position, isTold, source }) =>
          position !== undefined && !isTold && source !== originals.get(position),
      ).length,
      orphans,
      summary: fitted.summary,
      warnings: [...work.summarizer.warnings()],
    },
  };
}

async function chooseEntries(
  work: FitWork,
  entries: readonly PlacedEntry[],
  counts: readonly number[],
  prefix: PromptPrefix,
): Promise<Fitted> {
  const whole = total(counts);
  if (whole <= work.budget) return { kept: entries, left: [], tokens: whole, summary: null };
  return prefix === 'moving' ? movingWindow(work, entries) : stablePrefix(work, entries, counts);
}
