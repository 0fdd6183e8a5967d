import { filter as kind } from '../../../../shared/pipeline/steps/filter.ts';
import { describeValue, showValue } from '../../../../shared/rules/describe-value.ts';
import { operatorNamed, operators } from '../../../../shared/rules/operators.ts';
import { defineStep, listOf } from '../define-step.ts';
import { fieldValue } from '../element-value.ts';

/**
 * The elements whose condition has the outcome `matched`, by the operators of rules or their aliases. Where none could
 * be tested it says why, since a constant that can never hold looks like a filter that found nothing.
 */
export const filter = defineStep(kind, {
  run: ({ params: { field, operator: named, value = null }, source, regexes }) => {
    const operator = operatorNamed(named);
    if (operator === undefined) throw new Error(`there is no operator ${JSON.stringify(named)}`);
    const { test, reason } = operators[operator];
    const tested = source.map(element => {
      const actual = fieldValue(element, field);
      return { element, actual, outcome: test(actual, value, regexes) };
    });
    const [first] = tested;
    if (first !== undefined && tested.every(({ outcome }) => outcome === 'error')) {
      const words = { show: showValue, describe: describeValue, regexes };
      const message = `none of ${source.length} could be tested: ${field} ${reason(first.actual, value, words)}`;
      return { kind: 'elements', elements: [], note: { code: 'untestable_elements', message } };
    }
    return listOf(tested.filter(({ outcome }) => outcome === 'matched').map(({ element }) => element));
  },
});
