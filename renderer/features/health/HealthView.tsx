import { Activity } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Centre of the health view. */
export function HealthView() {
  return (
    <EmptyState icon={Activity} title="No session shown here yet">
      A running agent feeds its context health over REST, MCP or the command line.
    </EmptyState>
  );
}
