import { memo } from 'react';
import type { RuleRef } from '../../../stores/history.ts';
import { useRuleProblems } from '../../../stores/problems.ts';
import { t } from '../../../texts/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { ProblemLine } from '../../../ui/ProblemLine.tsx';
import styles from './RuleInspector.module.css';

/** Loaded with the first problem. */
const ProblemFixes = lazyPart(async () => (await import('./ProblemFixes.tsx')).ProblemFixes);

/** Said beside the condition itself, while it is typed. */
const saidElsewhere = new Set(['type-mismatch', 'wrong-operand', 'unknown-field', 'bad-pattern']);

/** What analysis says about the rule, with what one press can do about it. */
export const RuleProblems = memo(function RuleProblems({ at }: { readonly at: RuleRef }) {
  const problems = useRuleProblems(at.engineId, at.ruleId).filter(({ code }) => !saidElsewhere.has(code));
  if (problems.length === 0) return null;
  return (
    <section aria-label={t('Problems of the rule')} className={styles.group}>
      <PanelHeader level="label" title={t('Problems')} />
      {problems.map(problem => (
        <ProblemLine
          key={`${problem.code} ${problem.condition} ${problem.message}`}
          message={problem.message}
          possible={problem.possible ?? false}
          severity={problem.severity}
        >
          <ProblemFixes problem={problem} />
        </ProblemLine>
      ))}
    </section>
  );
});
