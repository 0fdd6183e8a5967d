import { unreachable } from '../../shared/contract/errors.ts';
import type { OperandKind } from '../../shared/rules/operators/operator-kind.ts';
import { type Operator, operators } from '../../shared/rules/operators.ts';

/** Constants that an operator may be given, good ones first; made from what it takes, so that no test lists operators. */
export function constantsFor(operator: Operator): readonly unknown[] {
  const { takes, constant } = operators[operator];
  // An operator may want more of its constant than a kind says: two numbers, the lower one first.
  return constantsOf(takes).filter(value => constant?.(value)?.code === undefined);
}

function constantsOf(takes: OperandKind): readonly unknown[] {
  switch (takes) {
    case 'none':
      return [null];
    case 'any':
      return ['ab', 2, true, ['a'], { x: 1 }];
    case 'list':
      return [
        ['ab', 'b'],
        [2, 5],
        [true, 'a', 2.5],
      ];
    case 'text':
      return ['ab', 'a', '2'];
    case 'number':
      return [2, '2', 2.5, -1];
    case 'pattern':
      return ['ab', '^a', 'b$', 'a.*b', '[0-9]+'];
    default:
      return unreachable(takes);
  }
}
