import type { Output } from '../../../shared/contract/contract.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';

type Facets = Output<'ledger.facets'>;

/** Of files that decisions affect, so many are named. */
const mostFiles = 5000;

/** What can be filtered by, and how many records have it. */
export function ledgerFacets(index: LedgerIndex): Facets {
  const decisions = [...index.decisions()];
  const entries = [...index.entries()];
  const all: readonly LedgerItem[] = [...decisions, ...entries];
  return {
    decisions: decisions.length,
    entries: entries.length,
    scopes: scopeCounts(decisions, entries),
    domains: byFrequency(decisions.map(({ domain }) => domain)),
    agents: byFrequency(all.map(({ agent }) => agent)),
    types: byFrequency(entries.map(({ type }) => type)),
    tags: byFrequency(entries.flatMap(({ tags }) => tags)),
    statuses: byFrequency(decisions.map(({ status }) => status)),
    files: byFrequency(decisions.flatMap(({ files }) => files)).slice(0, mostFiles),
  };
}

function scopeCounts(decisions: readonly LedgerItem[], entries: readonly LedgerItem[]): Facets['scopes'] {
  const inDecisions = countOf(decisions.map(scopeOf));
  const inEntries = countOf(entries.map(scopeOf));
  const scopes = [...new Set([...inDecisions.keys(), ...inEntries.keys()])].sort(compareCodeUnits);
  return scopes.map(scope => ({
    scope,
    decisions: inDecisions.get(scope) ?? 0,
    entries: inEntries.get(scope) ?? 0,
  }));
}

const scopeOf = ({ scope }: LedgerItem): string => (scope === '' ? 'project' : scope);

function countOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const byFrequency = (names: Iterable<string>): Facets['agents'] =>
  [...countOf(names)]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || compareCodeUnits(left.name, right.name));
