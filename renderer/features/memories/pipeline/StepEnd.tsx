import { TriangleAlert } from 'lucide-react';
import type { Step } from '../../../../shared/model/memory.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { StepOutcome } from '../logic/step-results.ts';
import styles from './StepCard.module.css';
import { StepResult } from './StepResult.tsx';

interface StepEndProps {
  readonly step: Step;
  readonly outcome: StepOutcome | undefined;
}

/** Under the form of a step: what it returned on the current sample, or why it failed. */
export function StepEnd({ step, outcome }: StepEndProps) {
  if (!outcome || repeatsForm(step)) return null;
  if (outcome.trace.error === undefined) return <StepResult outcome={outcome} />;
  return (
    <div className={styles.notice}>
      <Notice icon={TriangleAlert} title="This step failed" tone="error">
        {outcome.trace.error}
      </Notice>
    </div>
  );
}

/** Fixed texts without templates come out as they stand in the form above. */
function repeatsForm(step: Step): boolean {
  return step.type === 'static' && !JSON.stringify(step.params ?? {}).includes('${');
}
