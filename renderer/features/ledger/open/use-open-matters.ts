import type { Output } from '../../../../shared/contract/contract.ts';
import type { LedgerEntry } from '../../../../shared/model/ledger.ts';
import { useOwnAnswer } from '../../../stores/use-answer.ts';
import { selectCounting, selectScope, useLedgerView } from '../ledger-view.ts';

interface OpenMatters {
  readonly conflicts: Output<'ledger.conflicts'>['conflicts'];
  /** Needs, questions and warnings that nobody has resolved; newest first. */
  readonly entries: readonly LedgerEntry[];
  readonly isKnown: boolean;
  readonly error?: string | undefined;
}

const openTypes = ['need', 'question', 'warning'] as const;

/** What waits for somebody, in the chosen scope. */
export function useOpenMatters(): OpenMatters {
  const reading = useLedgerView(selectCounting);
  const chosen = useLedgerView(selectScope);
  const scope = chosen === undefined ? {} : { scope: chosen };
  const conflicts = useOwnAnswer('ledger.conflicts', scope, reading);
  const open = useOwnAnswer(
    'ledger.list',
    { ...scope, kinds: ['entry'], entry_types: [...openTypes], resolved: false, limit: 1000 },
    reading,
  );
  return {
    conflicts: conflicts.output?.conflicts ?? [],
    entries: (open.output?.records ?? []).flatMap(record => (record.kind === 'entry' ? [record.entry] : [])),
    isKnown: conflicts.output !== undefined && open.output !== undefined,
    error: conflicts.error ?? open.error,
  };
}

/** How many matters are open. */
export function useOpenCount(): number {
  const { conflicts, entries } = useOpenMatters();
  return conflicts.length + entries.length;
}
