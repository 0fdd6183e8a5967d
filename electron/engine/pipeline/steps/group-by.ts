import { groupBy as groupValues } from '../../../../shared/lists.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { groupBy as kind } from '../../../../shared/pipeline/steps/group-by.ts';
import { defineStep } from '../define-step.ts';
import { contentOf, fieldValue, valueKey } from '../element-value.ts';

/** Lists by the value of a field, in first-seen order; elements without the field form the group `(none)`. */
export const groupBy = defineStep(kind, {
  run: ({ params: { field }, source }) => {
    const groups = groupValues(source, element => valueKey(fieldValue(element, field)));
    return {
      kind: 'groups',
      groups: [...groups.values()].map(elements => {
        const [first] = elements;
        const value = first === undefined ? undefined : fieldValue(first, field);
        return { key: isMissing(value) ? '(none)' : contentOf(value), elements };
      }),
    };
  },
});
