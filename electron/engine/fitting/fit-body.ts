import type { FitReport } from '../../../shared/model/conversation.ts';
import type { PromptPrefix } from '../../../shared/model/prompt-cache.ts';
import { countOnce, type TextCounter } from '../conversation/text-counter.ts';
import { countEntries } from './count-entries.ts';
import { type Exchange, exchangesOf, type PlacedEntry } from './exchanges.ts';
import { lengthsFrom, shortened } from './shorten-results.ts';
import { stablePrefix } from './stable-prefix.ts';
import { type Fitted, type FitWork, headOf, isAsked, tellLeft, tooLong, total } from './tell-left.ts';
import { withoutOrphans } from './without-orphans.ts';

interface FitRequest extends Omit<FitWork, 'stepBudget'> {
  /** What something beside the body takes, this time, of a budget of `budget` and that. */
  readonly taken?: number | undefined;
}

/**
 * A body within a budget, which its provider still takes. One that fits stays as it is; else results of tools are cut
 * and the oldest exchanges go, as a whole each, and summaries stand in their place. What the user said last and the
 * exchange at the end stay; `message_too_long` where they alone are over the budget.
 */
export async function fitBody(
  given: FitRequest,
  prefix: PromptPrefix = 'stable',
): Promise<{ readonly request: unknown; readonly report: FitReport }> {
  const { shape, body, budget, taken, summarizer } = given;
  const counter = countOnce(given.counter);
  const { entries: read, standing, isContinued } = shape.read(body);
  const placed = read.map((entry, position): PlacedEntry => ({ ...entry, position }));
  const { entries, orphans, notes } = shape.isSent
    ? withoutOrphans(placed, shape, isContinued)
    : { entries: placed, orphans: 0, notes: [] };
  const standingTokens = total(await counter.all([...standing]));
  const readTokens = total(await countEntries(counter, read));
  const counts = await countEntries(counter, entries);
  const work: FitWork = {
    ...given,
    counter,
    budget: budget - standingTokens,
    stepBudget: stepBudgetOf(budget, taken) - standingTokens,
  };
  const fitted = await chooseEntries(work, entries, counts, prefix);
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
      warnings: [...notes, ...summarizer.warnings()],
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

/** To what texts of results are cut, one after the other, until the whole fits. */
const resultLengths = [2000, 1000, 500, 250] as const;
/** Exchanges at the end whose results are left whole as long as others can be cut. */
const newest = 2;

/**
 * As much as fits, chosen anew for each body: results of tools are cut first, the older ones before the newest; then
 * the oldest exchanges go. A body that grew by a message may be another one from its first message on.
 */
async function movingWindow(work: FitWork, entries: readonly PlacedEntry[]): Promise<Fitted> {
  const { counter, budget } = work;
  let exchanges = exchangesOf(entries);
  for (const most of resultLengths) {
    exchanges = await shortenOlder(counter, exchanges, most);
    const tokens = total(await countEntries(counter, exchanges.flat()));
    if (tokens <= budget) return { kept: exchanges.flat(), left: [], tokens, summary: null };
  }
  return leaveOldest(work, exchanges);
}

async function shortenOlder(
  counter: TextCounter,
  exchanges: readonly Exchange[],
  most: number,
): Promise<Exchange[]> {
  const made: Exchange[] = [];
  for (const [at, exchange] of exchanges.entries())
    made.push(at < exchanges.length - newest ? await shortened(counter, exchange, most) : exchange);
  return made;
}

/** Most of a budget that a summary takes. */
const summaryShare = 0.12;
const mostSummary = 1_000;

/** System messages at the front, what the user said last, and of the rest the newest that fit. */
async function leaveOldest(work: FitWork, given: readonly Exchange[]): Promise<Fitted> {
  const { counter, budget } = work;
  const head = headOf(given);
  const asked = given.findLastIndex(isAsked);
  const pinned = new Set(
    [...given.keys()].filter(at => at < head || at === asked || at === given.length - 1),
  );
  const room = Math.min(mostSummary, Math.max(40, Math.floor(budget * summaryShare)));
  const exchanges = [...given];
  const sizeOf = async (one: Exchange) => total(await countEntries(counter, one));
  const sizes = await Promise.all(given.map(sizeOf));
  const pinnedSize = () => [...pinned].reduce((sum, at) => sum + (sizes[at] ?? 0), 0);
  for (const most of lengthsFrom(budget)) {
    if (pinnedSize() + room <= budget) break;
    for (const at of pinned) {
      exchanges[at] = await shortened(counter, given[at] ?? [], most);
      sizes[at] = await sizeOf(exchanges[at]);
    }
  }
  const beside = budget - pinnedSize();
  if (beside < 0) throw tooLong(budget, pinnedSize());
  let left = beside - room;
  const stays = new Set(pinned);
  for (let at = given.length - 2; at >= head; at -= 1) {
    if (pinned.has(at)) continue;
    const size = sizes[at] ?? 0;
    if (size > left) break;
    stays.add(at);
    left -= size;
  }
  const gone = exchanges.filter((_, at) => !stays.has(at));
  const front = exchanges.slice(0, head).flat();
  const rest = exchanges.flatMap((exchange, at) => (at >= head && stays.has(at) ? exchange : []));
  const stretches = gone.length === 0 ? [] : [{ exchanges: gone, mostTokens: Math.min(room, beside) }];
  const { kept, summary } = await tellLeft(work, front, rest, stretches);
  const told = summary === null ? 0 : 4 + (await counter.one(summary));
  const tokens = total(await countEntries(counter, [...front, ...rest])) + told;
  return { kept, left: gone.flat(), tokens, summary };
}

/** Of a budget, what is left for what stands beside a body, whatever that takes within it. */
const reserves = [1 / 8, 1 / 4, 1 / 2] as const;
/** Steps between a budget and its double, and where they begin, so that usual budgets (4,096, 12,000, 50,000) lie above one. */
const stepsToDouble = 4;
const firstStep = 0.94;

/**
 * The budget from which steps and lengths follow: the given one rounded down to one of few, so that a body begins alike
 * where its next budget is a little another. `taken` is what something beside the body takes of a budget that stays.
 */
function stepBudgetOf(budget: number, taken: number | undefined): number {
  if (taken === undefined) {
    const step = Math.floor(Math.log2(budget / firstStep) * stepsToDouble);
    return Math.floor(firstStep * 2 ** (step / stepsToDouble));
  }
  const whole = budget + taken;
  const reserved = reserves.map(share => Math.ceil(whole * share)).find(size => size >= taken) ?? taken;
  return whole - reserved;
}
