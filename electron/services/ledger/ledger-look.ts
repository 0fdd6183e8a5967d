import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { DecisionConflict } from '../../../shared/model/ledger.ts';
import { describeConflict, openConflicts } from '../../engine/ledger/find-conflicts.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';
import { newerFirst } from '../../engine/ledger/rank-ledger.ts';
import { redactValue } from '../../engine/redaction/redact-value.ts';
import type { Handlers } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { ledgerSettings } from './ledger-settings.ts';
import { storedLedger } from './ledger-source.ts';
import { lifeOf } from './ledger-writer.ts';
import { redactRecord } from './redact-record.ts';
import { relatedRecords } from './related-records.ts';

type Look = 'ledger.list' | 'ledger.facets' | 'ledger.get' | 'ledger.conflicts' | 'ledger.search';
type Filter = Omit<Input<'ledger.list'>, 'offset' | 'limit'>;

/** For whoever looks through the ledger. */
export const lookHandlers: Handlers<Look> = {
  async 'ledger.list'({ offset = 0, limit = 100, ...filter }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const items = filteredItems(source.index, filter).sort(newerFirst);
    const { redaction } = await ledgerSettings(project);
    const read = await source.read(items.slice(offset, offset + limit));
    return { records: read.map(({ record }) => redactRecord(record, redaction)), total: items.length };
  },

  async 'ledger.facets'(_, call) {
    const { index } = await storedLedger((await call.project()).content);
    const decisions = [...index.decisions()];
    const entries = [...index.entries()];
    const all: readonly LedgerItem[] = [...decisions, ...entries];
    const inDecisions = countBy(decisions, scopeOf);
    const inEntries = countBy(entries, scopeOf);
    const scopes = [...new Set([...inDecisions.keys(), ...inEntries.keys()])].sort(compareCodeUnits);
    return {
      decisions: decisions.length,
      entries: entries.length,
      scopes: scopes.map(scope => ({
        scope,
        decisions: inDecisions.get(scope) ?? 0,
        entries: inEntries.get(scope) ?? 0,
      })),
      domains: named(countBy(decisions, ({ domain }) => domain)),
      agents: named(countBy(all, ({ agent }) => agent)),
    };
  },

  async 'ledger.get'({ id }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const item = source.index.get('decision', id) ?? source.index.get('entry', id);
    const [stored] = item === undefined ? [] : await source.read([item]);
    if (item === undefined || stored === undefined)
      throw new AppError('not_found', `there is neither a decision nor an entry "${id}" in the ledger`, {
        id,
      });
    const { record } = stored;
    const history =
      record.kind === 'entry'
        ? []
        : await project.content.read(database => lifeOf(database, record.decision), []);
    const related = await relatedRecords(source, item);
    const { redaction } = await ledgerSettings(project);
    const shown = {
      history,
      conflicts: conflictsIn(source.index).filter(({ newer, older }) => newer.id === id || older.id === id),
      related,
    };
    // Redaction keeps texts texts, so the shape stays (H10).
    return { record: redactRecord(record, redaction), ...(redactValue(shown, redaction) as typeof shown) };
  },

  async 'ledger.conflicts'({ scope }, call) {
    const project = await call.project();
    const { index } = await storedLedger(project.content);
    const inScope = scope === undefined ? undefined : new Set(index.decisionsIn(scope).map(({ id }) => id));
    const conflicts = conflictsIn(index).filter(
      ({ newer, older }) => inScope === undefined || inScope.has(newer.id) || inScope.has(older.id),
    );
    const { redaction } = await ledgerSettings(project);
    // As above.
    return { conflicts: redactValue(conflicts, redaction) as DecisionConflict[] };
  },

  async 'ledger.search'({ query, limit = 20, min_relevance = 0, ...filter }, call) {
    const project = await call.project();
    const source = await storedLedger(project.content);
    const accepted = new Set(filteredItems(source.index, filter));
    const hits = [...source.index.search(query, item => accepted.has(item))]
      .filter(([, relevance]) => relevance >= min_relevance)
      .sort(([left, one], [right, other]) => other - one || newerFirst(left, right))
      .slice(0, limit);
    return { hits: await readHits(project, hits) };
  },
};

async function readHits(
  project: OpenProject,
  hits: readonly (readonly [LedgerItem, number])[],
): Promise<Output<'ledger.search'>['hits']> {
  const source = await storedLedger(project.content);
  const { redaction } = await ledgerSettings(project);
  const read = await source.read(hits.map(([item]) => item));
  return read.map(({ record }, at) => ({
    relevance: hits[at]?.[1] ?? 0,
    record: redactRecord(record, redaction),
  }));
}

/** Everything that the filters let through, in no order. */
function filteredItems(index: LedgerIndex, filter: Filter): LedgerItem[] {
  const { scope, kinds = ['decision', 'entry'] } = filter;
  const decisions = kinds.includes('decision')
    ? scope === undefined
      ? [...index.decisions()]
      : index.decisionsIn(scope)
    : [];
  const entries = kinds.includes('entry')
    ? scope === undefined
      ? [...index.entries()]
      : index.entriesIn(scope)
    : [];
  return [...decisions, ...entries].filter(item => passes(index, item, filter));
}

function passes(index: LedgerIndex, item: LedgerItem, filter: Filter): boolean {
  const { entry_types, statuses, domains, agents, resolved, since, until } = filter;
  if (agents !== undefined && !agents.includes(item.agent)) return false;
  if (since !== undefined && item.atMs < (instantMs(since) ?? 0)) return false;
  if (until !== undefined && item.atMs > (instantMs(until) ?? 0)) return false;
  // A filter on what only the other kind has says nothing about this one.
  if (item.kind === 'decision')
    return (
      (statuses === undefined || statuses.includes(item.status)) &&
      (domains === undefined || domains.includes(item.domain))
    );
  return (
    (entry_types === undefined || entry_types.includes(item.type)) &&
    (resolved === undefined || resolved === index.isResolved(item))
  );
}

function conflictsIn(index: LedgerIndex): DecisionConflict[] {
  return openConflicts([...index.decisions()]).map(({ newer, conflict }) =>
    describeConflict(newer, conflict),
  );
}

const scopeOf = ({ scope }: LedgerItem): string => (scope === '' ? 'project' : scope);

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Most frequent first. */
const named = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || compareCodeUnits(left.name, right.name));
