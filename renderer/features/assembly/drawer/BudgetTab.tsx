import { Check, Scissors } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { sectionTitles } from '../../../../shared/model/section.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { useBudget } from '../../../stores/budget/use-budget.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { SectionDot } from '../../../ui/SectionIcon.tsx';
import { WhyNotButton } from '../../../ui/WhyNotButton.tsx';
import { BudgetControls } from '../budget/BudgetControls.tsx';
import { type BudgetRow, budgetRows } from '../budget/budget-rows.ts';
import { useShowCut } from '../budget/use-show-cut.ts';
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
            <BudgetItems budget={budget} />
          </div>
        ) : null
      }
    </PreviewGate>
  );
}

/** Everything that reached the budget; where the limit is dragged, what leaves or comes back is in sight. */
function BudgetItems({ budget }: { readonly budget: Budget }) {
  const rows = useMemo(() => budgetRows(budget), [budget]);
  const list = useRef<HTMLElement>(null);
  useShowCut(list, rows, budget.limit);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table without controls must be scrolled with the keyboard.
    <section aria-label={t('Items of the budget')} className={styles.items} ref={list} tabIndex={0}>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('No item reached the budget.')}</p>
      ) : (
        <ItemTable rows={rows} />
      )}
    </section>
  );
}

/** All in placement order, with running sums and the order of the cuts. */
function ItemTable({ rows }: { readonly rows: readonly BudgetRow[] }) {
  return (
    <table aria-label={t('Items in placement order')} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('Item')}</th>
          <th className={styles.sectionColumn} scope="col">
            <span className={styles.title}>{t('Section')}</span>
          </th>
          <th className={styles.number} scope="col">
            {t('Tokens')}
          </th>
          <th className={classNames(styles.number, styles.sum)} scope="col">
            {t('Sum')}
          </th>
          <th className={styles.stateColumn} scope="col">
            <span className={styles.word}>{t('Budget')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ id, memoryId, text, section, tokens, sum, required, cut }: BudgetRow) {
  return (
    <tr className={cut ? styles.cut : undefined} data-item={id}>
      <th className={styles.item} scope="row" title={text}>
        {id}
      </th>
      <td className={styles.section} title={t(sectionTitles[section])}>
        <SectionDot section={section} />
        <span className={styles.title}>{t(sectionTitles[section])}</span>
      </td>
      <td className={styles.number}>{formatCount(tokens)}</td>
      <td className={classNames(styles.number, styles.sum)}>{sum === undefined ? '' : formatCount(sum)}</td>
      <td className={styles.state}>
        {cut ? (
          <>
            <Scissors aria-hidden size={13} />{' '}
            <span className={styles.word}>{t('cut {order}', { order: cut.order })}</span>
            <span className={styles.detail}>
              {cut.over === undefined ? '' : t(', {over} over', { over: cut.over })}
            </span>
            <WhyNotButton about={id} onPress={() => askWhyNot({ kind: 'memory', memoryId, itemId: id })} />
          </>
        ) : (
          <>
            <Check aria-hidden className={styles.kept} size={13} />{' '}
            <span className={styles.word}>{t('kept')}</span>
            <span className={styles.detail}>{required ? t(', required') : ''}</span>
          </>
        )}
      </td>
    </tr>
  );
});
