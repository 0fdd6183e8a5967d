import type { Output } from '../../../shared/contract/contract.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { LedgerIndex } from '../../engine/ledger/ledger-index.ts';
import type { LedgerItem } from '../../engine/ledger/ledger-item.ts';

type Facets = Output<'ledger.facets'>;

/** Of files that decisions affect, so many are named. */
const mostFiles = 5000;

/** What can be filtered by, and how many records have it; stops after each. */
export function* ledgerFacets(index: LedgerIndex): Generator<void, Facets> {
  const counts = { decisions: 0, entries: 0 };
  const [inDecisions, inEntries] = [new Counts(), new Counts()];
  const [domains, agents, types] = [new Counts(), new Counts(), new Counts()];
  const [tags, statuses, files] = [new Counts(), new Counts(), new Counts()];
  for (const decision of index.decisions()) {
    counts.decisions += 1;
    inDecisions.add(scopeOf(decision));
    domains.add(decision.domain);
    agents.add(decision.agent);
    statuses.add(decision.status);
    for (const file of decision.files) files.add(file);
    yield;
  }
  for (const entry of index.entries()) {
    counts.entries += 1;
    inEntries.add(scopeOf(entry));
    agents.add(entry.agent);
    types.add(entry.type);
    for (const tag of entry.tags) tags.add(tag);
    yield;
  }
  return {
    ...counts,
    scopes: scopeCounts(inDecisions, inEntries),
    domains: domains.byFrequency(),
    agents: agents.byFrequency(),
    types: types.byFrequency(),
    tags: tags.byFrequency(),
    statuses: statuses.byFrequency(),
    files: files.byFrequency().slice(0, mostFiles),
  };
}

function scopeCounts(inDecisions: Counts, inEntries: Counts): Facets['scopes'] {
  const scopes = [...new Set([...inDecisions.keys(), ...inEntries.keys()])].sort(compareCodeUnits);
  return scopes.map(scope => ({
    scope,
    decisions: inDecisions.get(scope) ?? 0,
    entries: inEntries.get(scope) ?? 0,
  }));
}

const scopeOf = ({ scope }: LedgerItem): string => (scope === '' ? 'project' : scope);

class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }

  byFrequency(): Facets['agents'] {
    return [...this]
      .map(([name, count]) => ({ name, count }))
      .sort((left, right) => right.count - left.count || compareCodeUnits(left.name, right.name));
  }
}
