import { CircleQuestionMark } from 'lucide-react';
import { memo } from 'react';
import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import styles from './RuleInspector.module.css';

/** How far the rule is from firing in the sample, and the way to the smallest change. */
export const WhyNotLine = memo(function WhyNotLine({ at }: { readonly at: RuleRef }) {
  const explained = useRuleOutcome(at.engineId, at.ruleId);
  if (!explained) return null;
  // The line and its button stay, so that an outcome that changes while somebody types neither moves what is below nor
  // makes a button anew.
  return (
    <div className={styles.whyNot}>
      <span>{verdictOf(explained)}</span>
      <span className={classNames(explained.outcome !== 'not_fired' && styles.unasked)}>
        <WhyNotButton at={at} />
      </span>
    </div>
  );
});

function verdictOf({ outcome, conditions }: ExplainedRule): string {
  if (outcome !== 'not_fired') return outcome === 'fired' ? t('Fires in this sample') : t('Muted');
  return t('{conditions} away', {
    conditions: formatCounted(
      conditions.filter(condition => condition.outcome !== 'matched').length,
      'condition',
    ),
  });
}

const WhyNotButton = memo(function WhyNotButton({ at }: { readonly at: RuleRef }) {
  return (
    <Button icon={CircleQuestionMark} onPress={() => askWhyNot({ kind: 'rule', ...at })} variant="quiet">
      {t('Why not?')}
    </Button>
  );
});
