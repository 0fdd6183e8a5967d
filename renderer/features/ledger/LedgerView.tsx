import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Centre of the ledger view. */
export function LedgerView() {
  return (
    <EmptyState icon={ScrollText} title="Nothing to show here yet">
      Agents write decisions and entries with <code>weft call ledger.post</code>, over REST or MCP.
    </EmptyState>
  );
}
