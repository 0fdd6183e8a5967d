import { Package } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Centre of the handoff view. */
export function HandoffView() {
  return (
    <EmptyState icon={Package} title="No packages shown here yet">
      Agents save and ask for packages over MCP and REST; <code>weft call packages.context</code> shows what
      an agent gets.
    </EmptyState>
  );
}
