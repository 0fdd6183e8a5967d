import type { OperandKind } from '../../rules/operators/operator-kind.ts';
import { operatorNamed, operatorNames, operators } from '../../rules/operators.ts';
import type { StepKind } from '../step-kind.ts';
import { field, source } from '../usual-params.ts';

/** What the operator of these parameters takes; undefined while there is none. */
const operandOf = (name: unknown): OperandKind | undefined => {
  const operator = operatorNamed(name);
  return operator && operators[operator].takes;
};

/** `filter`: the elements whose field satisfies a condition, by the operators of rules. */
export const filter = {
  label: 'Filter',
  summary: 'Keeps elements whose field satisfies a condition.',
  result: 'elements',
  params: {
    source,
    field,
    operator: {
      kind: 'choice',
      label: 'Operator',
      required: true,
      choices: [...operatorNames, ...operatorNames.flatMap(name => operators[name].alias ?? [])],
    },
    value: {
      kind: 'value',
      label: 'Value',
      isPattern: ({ operator }) => operandOf(operator) === 'pattern',
      isIdle: ({ operator, value }) => value === undefined && operandOf(operator) === 'none',
    },
  },
  narrows: true,
  brief: ({ source: from, params, text }) => [
    from,
    [text('field'), text('operator').replaceAll('_', ' '), display(params.value)].filter(Boolean).join(' '),
  ],
} as const satisfies StepKind;

function display(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
