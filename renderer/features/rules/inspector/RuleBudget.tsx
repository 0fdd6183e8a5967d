import { memo, useMemo } from 'react';
import { useBudget } from '../../../stores/budget/use-budget.ts';
import { selectCharsEstimate } from '../../../stores/chars-estimate.ts';
import { selectLimitOverride, setTokenLimit, usePreview } from '../../../stores/preview.ts';
import { t } from '../../../texts/texts.ts';
import { BudgetSlider } from '../../../ui/BudgetSlider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './RuleInspector.module.css';

/** The budget of the current sample beside the rule: what is used, and where items leave. */
export const RuleBudget = memo(function RuleBudget() {
  const budget = useBudget();
  const chars = usePreview(selectCharsEstimate);
  const override = usePreview(selectLimitOverride);
  const cliffs = useMemo(
    () =>
      budget?.cliffs.map(cliff => ({ limit: cliff.limit, label: cliffLabel(cliff.limit, cliff.leaves) })) ??
      [],
    [budget?.cliffs],
  );
  if (!budget) return null;
  const { limit, used, max, sections, estimator, sampleLimit } = budget;
  const reset = (
    <Button onPress={() => setTokenLimit(undefined)} variant="quiet">
      {sampleLimit === undefined ? t('No limit') : t('Back to {sampleLimit}', { sampleLimit })}
    </Button>
  );
  return (
    <section aria-label={t('Token budget')} className={styles.group}>
      <PanelHeader
        actions={override === undefined ? undefined : reset}
        level="label"
        title={t('Token budget')}
      />
      <BudgetSlider
        cliffs={cliffs}
        limit={limit}
        max={max}
        onChange={setTokenLimit}
        sections={sections}
        used={used}
      />
      <p className={styles.figures}>
        {limit === undefined
          ? t('{used} tokens, no limit', { used })
          : t('{used} of {limit} tokens', { used, limit })}
        {` · ${estimator}`}
        {chars === undefined || estimator === 'chars4' ? '' : t(' · chars/4 says {chars}', { chars })}
      </p>
    </section>
  );
});

function cliffLabel(limit: number, leaves: readonly string[]): string {
  const below = formatCount(limit);
  if (leaves.length === 0) return t('Something changes below {limit}', { limit: below });
  return t('{leaves} {count|leaves|leave} below {limit}', {
    leaves: leaves.join(', '),
    count: leaves.length,
    limit: below,
  });
}
