import { memo } from 'react';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { firesAt } from '../../../stores/evaluation-results.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import type { Range } from '../../../ui/visible-range.ts';
import { findRule } from '../edits/rule-edits.ts';
import { MatrixCell } from './MatrixCell.tsx';
import type { Named } from './use-matrix.ts';

interface MatrixRowProps {
  readonly engineId: string;
  readonly ruleId: string;
  readonly row: number;
  readonly samples: readonly Named[];
  readonly columns: Range;
  /** Column of the sample in sight, where this rule is in sight too. */
  readonly current: number | undefined;
  /** Column that the keys are at, in this row. */
  readonly active: number | undefined;
}

/** One rule in every sample in sight; drawn again only when its own outcomes change. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { engineId, ruleId, row, samples, columns, current, active } = props;
  const bits = useEvaluations(state => state.engines[engineId]?.rows.get(ruleId));
  const isOn = useDocuments(state => {
    const rule = findRule(state.working, { engineId, ruleId });
    return rule !== undefined && isRuleEnabled(rule) && (state.working.engines[engineId]?.enabled ?? false);
  });
  return samples.slice(columns.from, columns.to).map(({ id, name }, index) => {
    const column = columns.from + index;
    const now = outcomeAt(bits?.working, column);
    const before = outcomeAt(bits?.saved, column);
    return (
      <MatrixCell
        before={before === now ? undefined : before}
        column={column}
        isActive={column === active}
        isCurrent={column === current}
        key={id}
        outcome={isOn ? now : 'muted'}
        row={row}
        sample={name}
      />
    );
  });
});

function outcomeAt(bits: Uint32Array | undefined, column: number): 'fired' | 'failed' {
  return firesAt(bits, column) ? 'fired' : 'failed';
}
