import { AppError } from '../../../shared/contract/errors.ts';
import type { FitReport } from '../../../shared/model/conversation.ts';
import { entryMessage } from '../../../shared/shapes/entry-message.ts';
import type { Shape } from '../../../shared/shapes/shape.ts';
import { cutText } from '../conversation/cut-text.ts';
import { scoreMessages } from '../conversation/score-messages.ts';
import type { Summarizer } from '../conversation/summarizer.ts';
import type { TextCounter } from '../conversation/text-counter.ts';
import type { Cancel } from '../ports.ts';
import { countEntries } from './count-entries.ts';
import { type Exchange, exchangesOf, type PlacedEntry, resultsOf, withoutOrphans } from './exchanges.ts';
import { shortenResults } from './shorten-results.ts';

export interface FitWork {
  readonly shape: Shape;
  readonly body: unknown;
  readonly budget: number;
  readonly counter: TextCounter;
  readonly summarizer: Summarizer;
  readonly cancel: Cancel;
}

/** To what texts of results are cut, one after the other, until the whole fits. */
const resultLengths = [2000, 1000, 500, 250] as const;
/** The same for the newest exchange, which always stays. */
const lastLengths = [4000, 2000, 1000, 500, 250, 120, 60, 30] as const;
/** Exchanges at the end whose results are left whole as long as others can be cut. */
const newest = 2;

/**
 * A body within a budget, which its provider still takes: results of tools are cut first, the older ones before the
 * newest; then the oldest exchanges go, as a whole each, and a summary stands in their place. What the user said last
 * and the exchange at the end stay; `message_too_long` where they alone are over the budget.
 */
export async function fitBody(
  work: FitWork,
): Promise<{ readonly request: unknown; readonly report: FitReport }> {
  const { shape, body, budget, counter } = work;
  const { entries: read, standing } = shape.read(body);
  const placed = read.map((entry, position): PlacedEntry => ({ ...entry, position }));
  const { entries, orphans } = shape.isSent ? withoutOrphans(placed) : { entries: placed, orphans: 0 };
  const standingTokens = (await counter.all([...standing])).reduce((sum, count) => sum + count, 0);
  const before = standingTokens + total(await countEntries(counter, read));
  const fitted = await chooseEntries({ ...work, budget: budget - standingTokens }, entries);
  const originals = new Map(entries.map(entry => [entry.position, entry.source]));
  return {
    request: shape.write(body, fitted.kept),
    report: {
      budget,
      tokens_before: before,
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

interface Kept {
  readonly source: unknown;
  readonly position?: number;
  /** The summary stands before what it says. */
  readonly isTold?: boolean;
}

interface Fitted {
  readonly kept: readonly Kept[];
  readonly left: readonly PlacedEntry[];
  readonly tokens: number;
  readonly summary: string | null;
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

async function chooseEntries(work: FitWork, entries: readonly PlacedEntry[]): Promise<Fitted> {
  const { counter, budget } = work;
  const all = (list: readonly PlacedEntry[]) => countEntries(counter, list).then(total);
  const whole = await all(entries);
  if (whole <= budget) return { kept: entries, left: [], tokens: whole, summary: null };
  let exchanges = exchangesOf(entries);
  for (const most of resultLengths) {
    exchanges = await shortenOlder(counter, exchanges, most);
    const tokens = await all(exchanges.flat());
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

async function shortened(counter: TextCounter, exchange: Exchange, most: number): Promise<Exchange> {
  const made: PlacedEntry[] = [];
  for (const entry of exchange) made.push(await shortenResults(counter, entry, most));
  return made;
}

/** Most of a budget that a summary takes. */
const summaryShare = 0.12;
const mostSummary = 1_000;

/** System messages at the front, what the user said last, and of the rest the newest that fit. */
async function leaveOldest(work: FitWork, given: readonly Exchange[]): Promise<Fitted> {
  const { counter, budget } = work;
  const head = given.findIndex(exchange => exchange.some(({ role }) => role !== 'system' && role !== 'note'));
  const asked = given.findLastIndex(isAsked);
  const pinned = new Set(
    [...given.keys()].filter(at => at < head || at === asked || at === given.length - 1),
  );
  const room = Math.min(mostSummary, Math.max(40, Math.floor(budget * summaryShare)));
  let exchanges = given;
  const costs = () => Promise.all(exchanges.map(async one => total(await countEntries(counter, one))));
  let sizes = await costs();
  const pinnedSize = () => [...pinned].reduce((sum, at) => sum + (sizes[at] ?? 0), 0);
  for (const most of lastLengths) {
    if (pinnedSize() + room <= budget) break;
    exchanges = await Promise.all(
      exchanges.map((one, at) => (pinned.has(at) ? shortened(counter, one, most) : one)),
    );
    sizes = await costs();
  }
  let left = budget - room - pinnedSize();
  if (left < 0) throw tooLong(budget, pinnedSize() + room);
  const stays = new Set(pinned);
  for (let at = given.length - 2; at >= head; at -= 1) {
    if (pinned.has(at)) continue;
    const size = sizes[at] ?? 0;
    if (size > left) break;
    stays.add(at);
    left -= size;
  }
  return tell(work, exchanges, stays, head, room);
}

const isAsked = (exchange: Exchange): boolean =>
  exchange[0]?.role === 'user' && exchange.every(entry => resultsOf(entry).length === 0);

const tooLong = (budget: number, needed: number): AppError =>
  new AppError(
    'message_too_long',
    `what has to stay takes ${needed} tokens, and the budget leaves ${budget} beside instructions and tools; raise the budget, or shorten what the user said last`,
    { needed_tokens: needed, budget_tokens: budget },
  );

/** A summary in place of what is left out: an entry of the user, before the first that stays behind the head. */
async function tell(
  work: FitWork,
  exchanges: readonly Exchange[],
  stays: ReadonlySet<number>,
  head: number,
  room: number,
): Promise<Fitted> {
  const { shape, counter } = work;
  const left = exchanges.flatMap((exchange, at) => (stays.has(at) ? [] : exchange));
  const front = exchanges.slice(0, head).flat();
  const rest = exchanges.slice(head).flatMap((exchange, at) => (stays.has(head + at) ? exchange : []));
  const summary = left.length === 0 ? null : await summarise(work, left, room);
  const [next, ...others] = rest;
  const counts = [
    ...(await countEntries(counter, [...front, ...rest])),
    4 + (await counter.one(summary ?? '')),
  ];
  const told = (): Kept[] => {
    if (summary === null || next === undefined) return rest;
    if (shape.prepend !== undefined && next.role === 'user' && resultsOf(next).length === 0)
      return [
        { source: shape.prepend(summary, next.source), position: next.position, isTold: true },
        ...others,
      ];
    return [{ source: shape.tell(summary, next.source) }, ...rest];
  };
  return { kept: [...front, ...told()], left, tokens: total(counts), summary };
}

async function summarise(work: FitWork, left: readonly PlacedEntry[], room: number): Promise<string> {
  const { counter, summarizer, cancel } = work;
  const messages = left.map(entryMessage);
  const heading = `[${left.length} earlier ${left.length === 1 ? 'message' : 'messages'}, told in short]`;
  const most = room - (await counter.one(heading)) - 5;
  const segment = { messages, scores: scoreMessages(messages) };
  const text = most < 8 ? '' : await summarizer.summarize(segment, most, cancel);
  const cut = text.trim() === '' ? '' : await cutText(counter, text.trim(), most, ' ...');
  return cut === '' ? heading : `${heading}\n${cut}`;
}
