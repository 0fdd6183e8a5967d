import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { staticItems as kind } from '../../../../shared/pipeline/steps/static.ts';
import { defineStep, listOf } from '../define-step.ts';
import { contentOf } from '../element-value.ts';
import type { Lineage } from '../trust.ts';

/** Texts and objects written in the memory itself, in their order. */
export const staticItems = defineStep(kind, {
  run: ({ params, memoryId, written }) =>
    listOf(params.items.map(item => staticElement(item, memoryId, written))),
});

function staticElement(item: unknown, memoryId: string, written: Lineage): Element {
  const fields = isJsonObject(item) ? item : {};
  // Whatever an item claims, it is trusted as the file it stands in, and as what its templates name, and no further.
  return { ...fields, content: contentOf(item), source: { kind: 'static', ref: memoryId, ...written } };
}
