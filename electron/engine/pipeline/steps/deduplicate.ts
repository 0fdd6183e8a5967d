import type { Element } from '../../../../shared/model/element.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { deduplicate as kind } from '../../../../shared/pipeline/steps/deduplicate.ts';
import { defineStep, listOf } from '../define-step.ts';
import { fieldValue, valueKey } from '../element-value.ts';

/** The first element of each value of a field; elements without the field stay. */
export const deduplicate = defineStep(kind, {
  run: ({ params, source }) => listOf(firstOfEach(source, params.field)),
});

/** The first element of each value of a field, in order; elements without the field stay. */
export function firstOfEach(elements: readonly Element[], field: string): Element[] {
  // Texts are their own keys: no other value is equal to one.
  const texts = new Set<string>();
  const others = new Set<string>();
  return elements.filter(element => {
    const value = fieldValue(element, field);
    if (isMissing(value)) return true;
    const seen = typeof value === 'string' ? texts : others;
    const before = seen.size;
    seen.add(typeof value === 'string' ? value : valueKey(value));
    return seen.size > before;
  });
}
