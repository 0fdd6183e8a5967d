import { FlaskConical } from 'lucide-react';
import { memo } from 'react';
import { edit } from '../../../stores/documents.ts';
import { type StudioProblem, useRuleProblems } from '../../../stores/problems.ts';
import { tryWitness } from '../../../stores/verify/try-request.ts';
import { useQuickFixes } from '../../../stores/verify/use-quick-fixes.ts';
import { Button } from '../../../ui/Button.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { ProblemLine } from '../../../ui/ProblemLine.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import styles from './RuleInspector.module.css';

/** Said beside the condition itself, while it is typed. */
const saidElsewhere = new Set(['type-mismatch', 'wrong-operand', 'unknown-field', 'bad-pattern']);

/** What analysis says about the rule (R10), with what one press can do about it. */
export const RuleProblems = memo(function RuleProblems({ at }: { readonly at: RuleRef }) {
  const problems = useRuleProblems(at.engineId, at.ruleId).filter(({ code }) => !saidElsewhere.has(code));
  if (problems.length === 0) return null;
  return (
    <section aria-label="Problems of the rule" className={styles.group}>
      <PanelHeader level="label" title="Problems" />
      {problems.map(problem => (
        <ProblemLine
          key={`${problem.code} ${problem.condition} ${problem.message}`}
          message={problem.message}
          possible={problem.possible ?? false}
          severity={problem.severity}
        >
          <Actions problem={problem} />
        </ProblemLine>
      ))}
    </section>
  );
});

function Actions({ problem }: { readonly problem: StudioProblem }) {
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
