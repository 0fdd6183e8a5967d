import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { setTokenLimit } from '../../../stores/preview.ts';
import { useWorkspace, type Workspace } from '../../../stores/workspace.ts';
import { BudgetSlider } from '../../../ui/BudgetSlider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import styles from './BudgetControls.module.css';
import { BudgetFacts } from './BudgetFacts.tsx';
import { cliffWords } from './budget-words.ts';
import { saveLimit } from './save-limit.ts';

interface BudgetControlsProps {
  readonly budget: Budget;
  readonly result: AssembledContext;
}

const selectSampleId = (state: Workspace) => state.sampleId;

/** The limit as figure, slider and field, with what it means below. */
export function BudgetControls({ budget, result }: BudgetControlsProps) {
  const sampleId = useWorkspace(selectSampleId);
  const { limit, sampleLimit, used, max, sections, cliffs } = budget;
  const ticks = useMemo(
    () => cliffs.map(cliff => ({ limit: cliff.limit, label: cliffWords(cliff) })),
    [cliffs],
  );
  return (
    <div className={styles.controls}>
      <div className={styles.head}>
        <p className={styles.figures}>
          <strong className={styles.used}>{formatCount(used)}</strong>
          {limit === undefined ? ' tokens, no limit' : ` of ${formatCount(limit)} tokens`}
        </p>
        <div className={styles.field}>
          <NumberField
            label="Limit in tokens"
            labelHidden
            limits={{ min: 1 }}
            onChange={next => setTokenLimit(next === undefined ? undefined : Math.floor(next))}
            placeholder="no limit"
            value={limit}
          />
        </div>
      </div>
      <BudgetSlider
        cliffs={ticks}
        limit={limit}
        max={max}
        onChange={setTokenLimit}
        sections={sections}
        used={used}
      />
      {limit === sampleLimit ? null : (
        <div className={styles.row}>
          <Button icon={Undo2} onPress={() => setTokenLimit(undefined)}>
            {sampleLimit === undefined ? 'No limit' : `Back to ${formatCount(sampleLimit)}`}
          </Button>
          {limit !== undefined && sampleId !== undefined ? (
            <Button onPress={() => saveLimit(sampleId, limit)} variant="quiet">
              Keep in the sample
            </Button>
          ) : null}
        </div>
      )}
      <BudgetFacts budget={budget} result={result} />
    </div>
  );
}
