import { CircleQuestionMark } from 'lucide-react';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import type { RuleRef } from '../edits/rule-edits.ts';
import styles from './RuleInspector.module.css';

/** How far the rule is from firing in the sample, and the way to the smallest change (R9). */
export function WhyNotLine({ at }: { readonly at: RuleRef }) {
  const explained = useRuleOutcome(at.engineId, at.ruleId);
  if (!explained) return null;
  // The line stays, so that an outcome that changes while somebody types moves nothing below it.
  if (explained.outcome !== 'not_fired')
    return (
      <div className={styles.whyNot}>{explained.outcome === 'fired' ? 'Fires in this sample' : 'Muted'}</div>
    );
  const distance = explained.conditions.filter(({ outcome }) => outcome !== 'matched').length;
  return (
    <div className={styles.whyNot}>
      <span>{formatCounted(distance, 'condition')} away</span>
      <Button icon={CircleQuestionMark} onPress={() => askWhyNot({ kind: 'rule', ...at })} variant="quiet">
        Why not?
      </Button>
    </div>
  );
}
