import type { VariableType } from '../../../../shared/model/variable-type.ts';
import type { SeenValue } from '../../../../shared/rules/evaluation/seen-values.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';

/** What every control of a condition's constant takes. */
export interface ValueControlProps {
  readonly operator: Operator;
  readonly value: unknown;
  readonly actual: unknown;
  readonly type: VariableType;
  /** Values the variable was seen with, the most frequent first. */
  readonly seen: readonly SeenValue[];
  /** Nothing was said yet, which is no mistake. */
  readonly isBegun: boolean;
  /** `undefined` takes the value away. */
  readonly onChange: (value: unknown) => void;
  /** What was chosen, not typed, is all that is meant. */
  readonly onSettle: (() => void) | undefined;
}
