import { useBudget } from '../../../stores/budget/use-budget.ts';
import { BudgetControls } from '../budget/BudgetControls.tsx';
import { BudgetItems } from '../budget/BudgetItems.tsx';
import { PreviewGate } from '../view/PreviewGate.tsx';
import styles from './BudgetTab.module.css';

/** The drawer's budget: the limit and what it means at the left, every item at the right. */
export function BudgetTab() {
  const budget = useBudget();
  return (
    <PreviewGate>
      {result =>
        budget ? (
          <div className={styles.tab}>
            <div className={styles.controls}>
              <BudgetControls budget={budget} result={result} />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table without controls must be scrolled with the keyboard. */}
            <section aria-label="Items of the budget" className={styles.items} tabIndex={0}>
              <BudgetItems budget={budget} />
            </section>
          </div>
        ) : null
      }
    </PreviewGate>
  );
}
