import type { Input } from '../../../../shared/contract/contract.ts';
import type { DecisionStatus, EntryType } from '../../../../shared/model/ledger-words.ts';

/** What the user chose to see; empty lists and texts let everything through. */
export interface LedgerFilter {
  readonly query: string;
  /** `decisions` are records of decisions; the entry type of the same name is an entry about one. */
  readonly types: readonly ('decisions' | EntryType)[];
  readonly statuses: readonly DecisionStatus[];
  readonly agents: readonly string[];
  readonly tags: readonly string[];
  /** Absent for the whole project. */
  readonly scope?: string | undefined;
  /** Whether what stands above a scope is shown as well. */
  readonly withAbove: boolean;
}

export const noFilter: LedgerFilter = {
  query: '',
  types: [],
  statuses: [],
  agents: [],
  tags: [],
  withAbove: false,
};

/** The filter as a list asks for it. Statuses are of decisions, tags of entries; alone each leaves the other kind out. */
export function listInput(filter: LedgerFilter): Input<'ledger.list'> {
  const { query, types, statuses, agents, tags, scope, withAbove } = filter;
  const entryTypes = types.filter(type => type !== 'decisions');
  return {
    kinds: [
      ...(wantsDecisions(filter) ? (['decision'] as const) : []),
      ...(wantsEntries(filter) ? (['entry'] as const) : []),
    ],
    ...(query.trim() !== '' && { query }),
    ...(entryTypes.length > 0 && { entry_types: entryTypes }),
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(agents.length > 0 && { agents: [...agents] }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(scope !== undefined && { scope, inside: !withAbove }),
  };
}

function wantsDecisions({ types, statuses, tags }: LedgerFilter): boolean {
  if (types.length > 0) return types.includes('decisions');
  return tags.length === 0 || statuses.length > 0;
}

function wantsEntries({ types, statuses, tags }: LedgerFilter): boolean {
  if (types.length > 0) return types.some(type => type !== 'decisions');
  return statuses.length === 0 || tags.length > 0;
}

/** How many kinds of filters are in force, the place aside. */
export function countFilters({ query, types, statuses, agents, tags }: LedgerFilter): number {
  return [query.trim(), types, statuses, agents, tags].filter(({ length }) => length > 0).length;
}
