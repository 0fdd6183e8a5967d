import type { VariableType } from '../../../../shared/model/variable-type.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';

/** What every control of a condition's constant takes. */
export interface ValueControlProps {
  readonly operator: Operator;
  readonly value: unknown;
  readonly actual: unknown;
  readonly type: VariableType;
  /** Values the variable has in samples and rules. */
  readonly examples: readonly unknown[];
  /** Nothing was said yet, which is no mistake. */
  readonly isBegun: boolean;
  /** `undefined` takes the value away. */
  readonly onChange: (value: unknown) => void;
  /** What was chosen, not typed, is all that is meant. */
  readonly onSettle: (() => void) | undefined;
}
