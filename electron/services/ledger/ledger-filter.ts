import type { Input } from '../../../shared/contract/contract.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { DecisionItem, EntryItem, LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { standsInside } from '../../engine/ledger/scope-match.ts';
import type { LedgerSource } from './ledger-source.ts';

export type LedgerFilter = Omit<Input<'ledger.list'>, 'offset' | 'limit'>;

/** Everything that the filters let through, in no order. */
export async function filteredItems(source: LedgerSource, filter: LedgerFilter): Promise<LedgerItem[]> {
  const { query } = filter;
  const { index } = source;
  const inScope = itemsInScope(index, filter).filter(item => passes(index, item, filter));
  if (query === undefined || query.trim() === '') return inScope;
  const accepted = new Set(inScope.map(({ place }) => place));
  return (await source.search(query, place => accepted.has(place))).hits();
}

function itemsInScope(index: LedgerIndex, filter: LedgerFilter): LedgerItem[] {
  const { scope, inside = false } = filter;
  const kinds = kindsOf(filter);
  const all = scope === undefined || inside;
  const decisions = all ? index.decisions() : index.decisionsIn(scope);
  const entries = all ? index.entries() : index.entriesIn(scope);
  const items: LedgerItem[] = [
    ...(kinds.includes('decision') ? decisions : []),
    ...(kinds.includes('entry') ? entries : []),
  ];
  if (scope === undefined || !inside) return items;
  return items.filter(item =>
    standsInside({ scope: item.scope, files: item.kind === 'decision' ? item.files : [] }, scope),
  );
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
