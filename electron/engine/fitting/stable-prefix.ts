import type { TextCounter } from '../conversation/text-counter.ts';
import { countEntries } from './count-entries.ts';
import { type Exchange, exchangesOf, type PlacedEntry } from './exchanges.ts';
import { lengthsFrom, shortened } from './shorten-results.ts';
import {
  type Fitted,
  type FitWork,
  headOf,
  isAsked,
  type ToldStretch,
  tellLeft,
  tooLong,
  total,
} from './tell-left.ts';

/** What a step leaves of a budget, so that many turns follow before the next. */
const lowWater = 0.3;
/** What it leaves at most where that is the result which is just read, cut as little as that takes. */
const readWater = 0.5;
/** What one summary takes of a budget, in tokens at least and at most. */
const summaryShare = 0.025;
const leastSummary = 40;
const mostSummary = 400;
/** Summaries that stand one after the other; with more they are told anew as one of twice the length. */
const mostStretches = 4;
/** Of a result, what a summary of it is made of: its beginning and its end. */
const mostTold = 80;
/** What is used at least of the budget beside what stands in front. */
const leastRoom = 0.6;
/** Exchanges before the newest whose results a step leaves as they came. */
const newest = 2;

/** An exchange as it is shown, and what it takes. */
interface Shown {
  readonly at: number;
  readonly exchange: Exchange;
  readonly tokens: number;
}

/** What stands behind the front once an exchange has come. */
interface Layout {
  readonly shown: readonly Shown[];
  readonly told: readonly ToldStretch[];
}

interface Talk {
  readonly exchanges: readonly Exchange[];
  readonly sizes: readonly number[];
  readonly head: number;
  readonly headTokens: number;
  readonly budget: number;
  /** Over it a step is taken. Equal for budgets that are nearly so, as is all that follows from it. */
  readonly high: number;
  readonly counter: TextCounter;
  /** To what results are cut when they come, and when a step finds them again. */
  readonly mostComing: number;
  readonly mostOlder: number;
}

type Shortening = Pick<Talk, 'exchanges' | 'sizes' | 'counter'>;

/**
 * The entries of a body within a budget, so that a body that grows keeps its beginning: what came is added behind what
 * was sent, until the budget is full; then one step takes the oldest away, with a summary in their place, down to
 * three tenths of the budget. The steps are found by going through the talk from its beginning, so that they are the same for
 * every longer body and nothing has to be remembered.
 */
export async function stablePrefix(
  work: FitWork,
  entries: readonly PlacedEntry[],
  counts: readonly number[],
): Promise<Fitted> {
  const talk = readTalk(work, entries, counts);
  const { exchanges, head, headTokens, budget, high } = talk;
  let layout: Layout = { shown: [], told: [] };
  let hasStepped = false;
  for (let at = head; at < exchanges.length; at += 1) {
    const coming = hasStepped ? await cutTo(talk, at, talk.mostComing) : whole(talk, at);
    layout = { ...layout, shown: [...layout.shown, coming] };
    if (headTokens + tokensOf(layout) <= high) continue;
    hasStepped = true;
    layout = await stepDown(talk, layout, at);
  }
  const needed = headTokens + tokensOf(layout);
  if (needed > budget) throw tooLong(budget, needed);
  const front = exchanges.slice(0, head).flat();
  const rest = layout.shown.flatMap(({ exchange }) => exchange);
  const { kept, summary } = await tellLeft(work, front, rest, layout.told);
  const told = summary === null ? 0 : 4 + (await work.counter.one(summary));
  const left = layout.told.flatMap(stretch => stretch.exchanges.flat());
  const shownTokens = layout.shown.reduce((sum, { tokens }) => sum + tokens, 0);
  return { kept, left, tokens: headTokens + shownTokens + told, summary };
}

function readTalk(
  { budget, stepBudget, counter }: FitWork,
  entries: readonly PlacedEntry[],
  counts: readonly number[],
): Talk {
  const byPosition = new Map(entries.map(({ position }, at) => [position, counts[at] ?? 0]));
  const exchanges = exchangesOf(entries);
  const sizes = exchanges.map(one => total(one.map(({ position }) => byPosition.get(position) ?? 0)));
  const head = headOf(exchanges);
  const headTokens = total(sizes.slice(0, head));
  // Where the head takes most of a budget, what is left of it is all there is.
  const most = Math.max(0, budget - headTokens);
  const room = Math.max(stepBudget - headTokens, Math.floor(most * leastRoom));
  const mostComing = Math.max(120, Math.floor(room / 16));
  return {
    exchanges,
    sizes,
    head,
    headTokens,
    budget,
    high: headTokens + room,
    counter,
    mostComing,
    mostOlder: Math.floor(mostComing / 2),
  };
}

const tokensOf = ({ shown, told }: Layout): number =>
  shown.reduce((sum, { tokens }) => sum + tokens, 0) +
  told.reduce((sum, { mostTokens }) => sum + mostTokens, 0);

const whole = ({ exchanges, sizes }: Shortening, at: number): Shown => ({
  at,
  exchange: exchanges[at] ?? [],
  tokens: sizes[at] ?? 0,
});

/** An exchange with its results cut, where any of them is longer. */
async function cutTo(talk: Shortening, at: number, most: number): Promise<Shown> {
  const { exchange, tokens } = whole(talk, at);
  if (tokens <= most) return { at, exchange, tokens };
  const cut = await shortened(talk.counter, exchange, most);
  return { at, exchange: cut, tokens: total(await countEntries(talk.counter, cut)) };
}

/** Of what is shown when an exchange came: that, what the user said last, and the newest down to the low mark. */
async function stepDown(talk: Talk, { shown, told }: Layout, at: number): Promise<Layout> {
  const { exchanges, budget, high, headTokens } = talk;
  const asked = exchanges.findLastIndex((exchange, index) => index <= at && isAsked(exchange));
  const isPinned = (index: number): boolean => index === asked || index === at;
  const own = high - headTokens;
  const room = Math.min(mostSummary, Math.max(leastSummary, Math.floor(own * summaryShare)));
  const summaries = told.reduce((sum, { mostTokens }) => sum + mostTokens, room);
  const pinned = await pinnedWithin(
    talk,
    shown.filter(one => isPinned(one.at)),
    summaries,
  );
  const low = headTokens + Math.floor(own * lowWater);
  let taken = headTokens + summaries + pinned.reduce((sum, { tokens }) => sum + tokens, 0);
  const stays = new Map(pinned.map(one => [one.at, one]));
  for (const one of shown.toReversed()) {
    if (stays.has(one.at)) continue;
    const kept =
      one.at >= at - newest
        ? await shorter(talk, one, talk.mostComing)
        : await shorter(talk, one, talk.mostOlder);
    if (taken + kept.tokens > low) break;
    stays.set(kept.at, kept);
    taken += kept.tokens;
  }
  const gone: Exchange[] = [];
  for (const { at: place, exchange } of shown)
    if (!stays.has(place)) gone.push(await shortened(talk.counter, exchange, mostTold));
  const beside = taken - summaries;
  return {
    shown: [...stays.values()].toSorted((one, other) => one.at - other.at),
    told: withStretch(told, gone, room, (beside + room <= high ? high : budget) - beside),
  };
}

/** What is cut already is not cut to more than that. */
async function shorter(talk: Shortening, one: Shown, most: number): Promise<Shown> {
  const cut = await cutTo(talk, one.at, most);
  return cut.tokens < one.tokens ? cut : one;
}

/** What has to stay, its results cut as little as that leaves room for what comes, and to what fits in any case. */
async function pinnedWithin(
  { headTokens, high, budget, mostComing, ...talk }: Talk,
  pinned: readonly Shown[],
  summaries: number,
): Promise<readonly Shown[]> {
  const read = Math.floor((high - headTokens) * readWater);
  let made = pinned;
  for (const most of lengthsFrom(Math.max(read, mostComing))) {
    made = await Promise.all(pinned.map(one => shorter(talk, one, most)));
    const taken = summaries + made.reduce((sum, { tokens }) => sum + tokens, 0);
    if (taken <= (most > mostComing ? read : budget - headTokens)) break;
  }
  return made;
}

/**
 * One more stretch that is told; all as one where they are many, or take more than there is room for, or where there
 * was not enough when they were told.
 */
function withStretch(
  told: readonly ToldStretch[],
  gone: readonly Exchange[],
  room: number,
  most: number,
): readonly ToldStretch[] {
  const all = gone.length === 0 ? told : [...told, { exchanges: gone, mostTokens: room }];
  const taken = all.reduce((sum, { mostTokens }) => sum + mostTokens, 0);
  const isWhole = all.every(({ mostTokens }) => mostTokens >= room);
  if (all.length === 0 || (all.length <= mostStretches && taken <= most && isWhole)) return all;
  const exchanges = all.flatMap(stretch => stretch.exchanges);
  return [{ exchanges, mostTokens: Math.max(0, Math.min(2 * room, most)) }];
}
