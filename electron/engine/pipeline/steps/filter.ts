import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import { operatorTests } from '../../rules/operators/operator-tests.ts';
import { fieldValue } from '../element-value.ts';
import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `filter`: the elements whose condition has the outcome `matched`, by the fourteen operators (R4). */
export const runFilter: StepRunner = ({ params, source, regexes }) => {
  const field = textParam(params, 'field') ?? '';
  const operator = operatorNamed(textParam(params, 'operator'));
  if (operator === undefined) throw new Error(`there is no operator ${JSON.stringify(params.operator)}`);
  const { test } = operatorTests[operator];
  const value = params.value ?? null;
  return listOf(source.filter(element => test(fieldValue(element, field), value, regexes) === 'matched'));
};

/** `startsWith` and `endsWith` are read as aliases (M2). */
function operatorNamed(name: string | undefined): Operator | undefined {
  const aliases: Readonly<Record<string, Operator>> = { startsWith: 'starts_with', endsWith: 'ends_with' };
  if (name !== undefined && Object.hasOwn(aliases, name)) return aliases[name];
  return operators.find(operator => operator === name);
}
