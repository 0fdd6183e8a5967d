import type { Input } from '../../../shared/contract/contract.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import { inStretches, type Pause, sortInSteps } from '../../../shared/stretches.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { DecisionItem, EntryItem, LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import { standsInside } from '../../engine/ledger/scope-match.ts';
import { createPause } from '../../storage/pause.ts';
import type { LedgerSource } from './ledger-source.ts';

export type LedgerFilter = Omit<Input<'ledger.list'>, 'offset' | 'limit'>;

/** What the filters let through, newest first, as many as are asked for, and how many there are. */
export async function newestItems(
  source: LedgerSource,
  filter: LedgerFilter,
  count: number,
): Promise<{ readonly items: LedgerItem[]; readonly total: number }> {
  const { query } = filter;
  const pause = createPause();
  if (query === undefined || query.trim() === '')
    return inStretches(newestOf(itemsThat(source.index, filter), count), pause);
  const accepts = await acceptedPlaces(source, filter, pause);
  return inStretches(newestOf((await source.search(query, accepts)).hits(), count), pause);
}

/** Whether the filters let through what stands at a place. */
export async function acceptedPlaces(
  { index }: LedgerSource,
  filter: LedgerFilter,
  pause: Pause,
): Promise<(place: number) => boolean> {
  const places = function* () {
    const accepted = new Set<number>();
    for (const item of itemsThat(index, filter)) {
      if (item !== undefined) accepted.add(item.place);
      yield;
    }
    return accepted;
  };
  const accepted = await inStretches(places(), pause);
  return place => accepted.has(place);
}

/** So many are sorted at once, of which most go again. */
const leastKept = 4096;

/** Of a million records not all are held to show a hundred. Stops after each. */
function* newestOf(
  items: Iterable<LedgerItem | undefined>,
  count: number,
): Generator<void, { items: LedgerItem[]; total: number }> {
  let total = 0;
  let kept: LedgerItem[] = [];
  for (const item of items) {
    yield;
    if (item === undefined) continue;
    total += 1;
    kept.push(item);
    if (kept.length < Math.max(leastKept, 2 * count)) continue;
    kept = (yield* sortInSteps(kept, newerFirst)).slice(0, count);
  }
  return { items: (yield* sortInSteps(kept, newerFirst)).slice(0, count), total };
}

/** In no order; undefined for each that the filters do not let through. */
function* itemsThat(index: LedgerIndex, filter: LedgerFilter): Generator<LedgerItem | undefined> {
  const { scope, inside = false } = filter;
  const kinds = kindsOf(filter);
  const all = scope === undefined || inside;
  const isInside = (item: LedgerItem) =>
    scope === undefined ||
    !inside ||
    standsInside({ scope: item.scope, files: item.kind === 'decision' ? item.files : [] }, scope);
  const wanted = (item: LedgerItem) => (isInside(item) && passes(index, item, filter) ? item : undefined);
  if (kinds.includes('decision'))
    for (const item of all ? index.decisions() : index.decisionsIn(scope)) yield wanted(item);
  if (kinds.includes('entry'))
    for (const item of all ? index.entries() : index.entriesIn(scope)) yield wanted(item);
}

/**
 * A filter on what only one kind has leaves the other out, unless that has a filter of its own or both were asked for.
 */
function kindsOf({ kinds, entry_types, tags, resolved, statuses, domains }: LedgerFilter): Kind[] {
  const wanted = kinds ?? ['decision', 'entry'];
  const isForEntries = (entry_types ?? tags ?? resolved) !== undefined;
  const isForDecisions = (statuses ?? domains) !== undefined;
  const areBothAsked = kinds?.includes('decision') === true && kinds.includes('entry');
  if (isForEntries === isForDecisions || areBothAsked) return wanted;
  return wanted.filter(kind => kind === (isForEntries ? 'entry' : 'decision'));
}
type Kind = LedgerItem['kind'];

function passes(index: LedgerIndex, item: LedgerItem, filter: LedgerFilter): boolean {
  const { agents, since, until } = filter;
  if (agents !== undefined && !agents.includes(item.agent)) return false;
  if (since !== undefined && item.atMs < (instantMs(since) ?? 0)) return false;
  if (until !== undefined && item.atMs > (instantMs(until) ?? 0)) return false;
  // Both kinds may be asked for with a filter of one of them; it says nothing about the other.
  return item.kind === 'decision' ? decisionPasses(item, filter) : entryPasses(index, item, filter);
}

function decisionPasses(item: DecisionItem, { statuses, domains }: LedgerFilter): boolean {
  return (
    (statuses === undefined || statuses.includes(item.status)) &&
    (domains === undefined || domains.includes(item.domain))
  );
}

function entryPasses(
  index: LedgerIndex,
  item: EntryItem,
  { entry_types, tags, resolved }: LedgerFilter,
): boolean {
  return (
    (entry_types === undefined || entry_types.includes(item.type)) &&
    (tags === undefined || item.tags.some(tag => tags.includes(tag))) &&
    (resolved === undefined || resolved === index.isResolved(item))
  );
}
