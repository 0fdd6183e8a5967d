import { memo } from 'react';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { firesAt } from '../../../stores/evaluation-results.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { type RuleState, useRuleStates } from '../../../stores/rule-states.ts';
import { ruleOfEngine } from '../../../stores/rules-of-engine.ts';
import { useIsHeard } from '../../../stores/solo.ts';
import type { Range } from '../../../ui/visible-range.ts';
import type { NamedSample } from '../use-named-samples.ts';
import { MatrixCell } from './MatrixCell.tsx';

interface MatrixRowProps {
  readonly engineId: string;
  readonly ruleId: string;
  readonly row: number;
  readonly samples: readonly NamedSample[];
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
    const engine = state.working.engines[engineId];
    const rule = ruleOfEngine(engine, ruleId);
    return engine?.enabled === true && rule !== undefined && isRuleEnabled(rule);
  });
  const isHeard = useIsHeard({ engineId, ruleId });
  const states = useRuleStates(engineId, ruleId);
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
        isFirst={index === 0}
        key={id}
        outcome={isOn && isHeard ? stateOf(now, states?.[column]) : 'muted'}
        row={row}
        sample={name}
      />
    );
  });
});

/** Whether it fires is known with the letter; what kept it from firing follows. */
const stateOf = (now: 'fired' | 'failed', state: RuleState | undefined): RuleState =>
  now === 'fired' || state === undefined || state === 'fired' ? now : state;

function outcomeAt(bits: Uint32Array | undefined, column: number): 'fired' | 'failed' {
  return firesAt(bits, column) ? 'fired' : 'failed';
}
