import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { staticItems as kind } from '../../../../shared/pipeline/steps/static.ts';
import { defineStep, listOf } from '../define-step.ts';
import { contentOf } from '../element-value.ts';

/** Texts and objects written in the memory itself, in their order. */
export const staticItems = defineStep(kind, {
  run: ({ params, memoryId }) => listOf(params.items.map(item => staticElement(item, memoryId))),
});

function staticElement(item: unknown, memoryId: string): Element {
  const fields = isJsonObject(item) ? item : {};
  // Whatever the file claims, it is trusted as a file of the project is, and no further.
  return { ...fields, content: contentOf(item), source: { kind: 'static', ref: memoryId, trust: 'project' } };
}
