import { isMissing } from '../../../../shared/model/json.ts';
import { groupBy } from '../../group-by.ts';
import { contentOf, fieldValue, valueKey } from '../element-value.ts';
import { textParam } from './read-params.ts';
import type { StepRunner } from './step-runner.ts';

/** M2 `group_by`: lists by the value of a field, in first-seen order; elements without the field form the group `(none)`. */
export const runGroupBy: StepRunner = ({ params, source }) => {
  const field = textParam(params, 'field') ?? '';
  const groups = groupBy(source, element => valueKey(fieldValue(element, field)));
  return {
    kind: 'groups',
    groups: [...groups.values()].map(elements => {
      const [first] = elements;
      const value = first === undefined ? undefined : fieldValue(first, field);
      return { key: isMissing(value) ? '(none)' : contentOf(value), elements };
    }),
  };
};
