import { memo, useMemo } from 'react';
import { useBudget } from '../../../stores/budget/use-budget.ts';
import { type PreviewState, setTokenLimit, usePreview } from '../../../stores/preview.ts';
import { BudgetSlider } from '../../../ui/BudgetSlider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './RuleInspector.module.css';

const selectChars = (state: PreviewState) => state.charsEstimate;
const selectOverride = (state: PreviewState) => state.limitOverride;

/** The budget of the current sample beside the rule: what is used, and where items leave. */
export const RuleBudget = memo(function RuleBudget() {
  const budget = useBudget();
  const chars = usePreview(selectChars);
  const override = usePreview(selectOverride);
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
      {sampleLimit === undefined ? 'No limit' : `Back to ${formatCount(sampleLimit)}`}
    </Button>
  );
  return (
    <section aria-label="Token budget" className={styles.group}>
      <PanelHeader actions={override === undefined ? undefined : reset} level="label" title="Token budget" />
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
          ? `${formatCount(used)} tokens, no limit`
          : `${formatCount(used)} of ${formatCount(limit)}`}
        {` · ${estimator}`}
        {chars === undefined || estimator === 'chars4' ? '' : ` · chars/4 says ${formatCount(chars)}`}
      </p>
    </section>
  );
});

function cliffLabel(limit: number, leaves: readonly string[]): string {
  return `${leaves.length === 0 ? 'Something changes' : `${leaves.join(', ')} ${leaves.length === 1 ? 'leaves' : 'leave'}`} below ${formatCount(limit)}`;
}
