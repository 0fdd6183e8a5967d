import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { contentOf } from '../element-value.ts';
import { listParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `static`: texts and objects written in the memory itself, in their order. */
export const runStatic: StepRunner = ({ params, memoryId }) =>
  listOf(listParam(params, 'items').map(item => staticElement(item, memoryId)));

function staticElement(item: unknown, memoryId: string): Element {
  const fields = isJsonObject(item) ? item : {};
  // Whatever the file claims, it is trusted as a file of the project is, and no further (T18).
  return { ...fields, content: contentOf(item), source: { kind: 'static', ref: memoryId, trust: 'project' } };
}
