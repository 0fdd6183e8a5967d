import { CircleCheck } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Stands in a list's place when there is nothing to mend. */
export function NoProblems() {
  return (
    <EmptyState icon={CircleCheck} title="No problems">
      Every file was read, and every rule, memory and reference holds.
    </EmptyState>
  );
}
