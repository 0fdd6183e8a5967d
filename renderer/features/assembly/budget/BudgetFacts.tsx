import type { ReactNode } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { setTokenLimit } from '../../../stores/preview.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import styles from './BudgetFacts.module.css';
import { nextWords, otherStrategyWords, strategyWords } from './budget-words.ts';
import { useTokenCounts } from './use-exact-count.ts';

interface BudgetFactsProps {
  readonly budget: Budget;
  readonly result: AssembledContext;
}

/** Both counts, the smallest limit that keeps everything, the strategy and what the other one would do. */
export function BudgetFacts({ budget, result }: BudgetFactsProps) {
  const { needed, limit, strategy, counts } = budget;
  const tokens = useTokenCounts(result);
  const next = nextWords(budget);
  const other = otherStrategyWords(budget);
  return (
    <dl className={styles.facts}>
      <Fact name="Counted by">
        <span className={styles.count}>
          {tokens.tokenizer} {figure(tokens.exact)}
        </span>{' '}
        · <span className={styles.count}>chars/4 {figure(tokens.chars4)}</span>
        {counts === 'rendered' ? ' · the budget counts the rendered text' : ''}
      </Fact>
      <Fact name="Keeps everything">
        {counts === 'rendered' ? 'depends on the rendered text' : `${formatCount(needed)} tokens`}
        {counts === 'items' && limit !== undefined && limit < needed ? (
          <Button onPress={() => setTokenLimit(needed)} variant="quiet">
            Set this limit
          </Button>
        ) : null}
      </Fact>
      <Fact name={`Strategy ${strategy}`}>
        {strategyWords[strategy]} {other}
      </Fact>
      {next === undefined ? null : <Fact name="Lower">{next}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

function figure(tokens: number | undefined): string {
  return tokens === undefined ? '…' : formatCount(tokens);
}
