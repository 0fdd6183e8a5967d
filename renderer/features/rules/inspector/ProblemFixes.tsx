import { FlaskConical } from 'lucide-react';
import { edit } from '../../../stores/documents.ts';
import type { StudioProblem } from '../../../stores/problems.ts';
import { tryWitness } from '../../../stores/verify/try-request.ts';
import { useQuickFixes } from '../../../stores/verify/use-quick-fixes.ts';
import { Button } from '../../../ui/Button.tsx';

/** What one press can do about a problem of a rule. */
export function ProblemFixes({ problem }: { readonly problem: StudioProblem }) {
  const fixes = useQuickFixes()(problem);
  return (
    <>
      {fixes.map(({ label, recipe }) => (
        <Button key={label} onPress={() => edit(label.toLowerCase(), recipe)} variant="quiet">
          {label}
        </Button>
      ))}
      {problem.witness ? (
        <Button icon={FlaskConical} onPress={() => tryWitness(problem)} variant="quiet">
          Try the witness
        </Button>
      ) : null}
    </>
  );
}
