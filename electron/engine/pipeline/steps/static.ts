import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { staticItems as kind } from '../../../../shared/pipeline/steps/static.ts';
import { defineStep, listOf } from '../define-step.ts';
import { contentOf } from '../element-value.ts';
import { type Lineage, lower } from '../trust.ts';

/** Texts and objects written in the memory itself, in their order. */
export const staticItems = defineStep(kind, {
  run: ({ params, memoryId, own, namedIn }) =>
    listOf(
      params.items.map((item, at) => staticElement(item, memoryId, lower(own, namedIn('items', at) ?? own))),
    ),
});

function staticElement(item: unknown, memoryId: string, lineage: Lineage): Element {
  const fields = isJsonObject(item) ? item : {};
  // Whatever an item claims, it is trusted as the file it stands in, and as what its templates name, and no further.
  return { ...fields, content: contentOf(item), source: { kind: 'static', ref: memoryId, ...lineage } };
}
