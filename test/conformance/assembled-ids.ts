import type { AssembledLedger } from '../../shared/model/ledger.ts';

/** What golden cases of the ledger name: the lists as lists of ids. */
export function assembledIds(assembled: AssembledLedger) {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
  return {
    token_estimate: assembled.token_estimate,
    active_decisions: ids(assembled.active_decisions),
    open_needs: ids(assembled.open_needs),
    recent_findings: ids(assembled.recent_findings),
    active_warnings: ids(assembled.active_warnings),
    recent_questions: ids(assembled.recent_questions),
    omitted: { count: assembled.omitted.count },
  };
}
