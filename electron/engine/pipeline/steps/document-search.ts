import type { Element } from '../../../../shared/model/element.ts';
import { documentSearch as kind } from '../../../../shared/pipeline/steps/document-search.ts';
import type { StorePort } from '../../ports.ts';
import { defineStep } from '../define-step.ts';
import { type StepResult, unknownNote } from '../step-result.ts';

/** Best matching chunks, by words, meaning or both. */
export const documentSearch = defineStep(kind, {
  reads: ['searchDocuments', 'collections'],
  run: async ({ params, stores, cancel }) => {
    const { query, collection, topK, minScore, mode, neighbours } = params;
    const asked = {
      query,
      ...(collection !== undefined && { collection }),
      topK,
      minScore,
      ...(mode !== 'keyword' && { mode }),
      ...(neighbours > 0 && { neighbours }),
    };
    return foundIn(await stores.searchDocuments(asked, cancel), collection, stores);
  },
});

/** What a search found; when that is nothing because there is no such collection, it says so. */
export async function foundIn(
  elements: readonly Element[],
  collection: string | undefined,
  stores: Pick<StorePort, 'collections'>,
): Promise<Extract<StepResult, { readonly kind: 'elements' }>> {
  const names = elements.length > 0 || collection === undefined ? undefined : await stores.collections?.();
  if (collection === undefined || names === undefined) return { kind: 'elements', elements };
  const note = unknownNote('collection', collection, names, 'no documents were imported');
  return { kind: 'elements', elements, ...(note && { note }) };
}
