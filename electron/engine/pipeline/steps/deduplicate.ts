import type { Element } from '../../../../shared/model/element.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { fieldValue, valueKey } from '../element-value.ts';
import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `deduplicate`: the first element of each value of a field; elements without the field stay. */
export const runDeduplicate: StepRunner = ({ params, source }) =>
  listOf(firstOfEach(source, textParam(params, 'field') ?? ''));

/** The first element of each value of a field, in order; elements without the field stay. */
export function firstOfEach(elements: readonly Element[], field: string): Element[] {
  const seen = new Set<string>();
  return elements.filter(element => {
    const value = fieldValue(element, field);
    if (isMissing(value)) return true;
    const key = valueKey(value);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
