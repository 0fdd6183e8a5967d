import type { StudioProblem } from '../../../stores/problems.ts';
import { useProblemActions } from '../../../stores/verify/use-problem-actions.ts';
import { Button } from '../../../ui/Button.tsx';

/** What one press can do about a problem of a rule. */
export function ProblemFixes({ problem }: { readonly problem: StudioProblem }) {
  return useProblemActions()(problem).map(({ label, ...action }) => (
    <Button key={label} variant="quiet" {...action}>
      {label}
    </Button>
  ));
}
