import type { Element } from '../../../../shared/model/element.ts';
import { nearNames } from '../../../../shared/model/near-names.ts';
import type { SearchMode, StorePort } from '../../ports.ts';
import type { StepResult } from '../step-result.ts';
import { numberParam, textParam } from './read-params.ts';
import type { StepRunner } from './step-runner.ts';

const modes: readonly SearchMode[] = ['keyword', 'semantic', 'hybrid'];

/** M2 `document_search`: best matching chunks, by words, meaning or both. Without a `query` it searches for the input text. */
export const runDocumentSearch: StepRunner = async ({ params, intent, ports, cancel }) => {
  const collection = textParam(params, 'collection');
  const mode = modes.find(known => known === textParam(params, 'mode'));
  const neighbours = numberParam(params, 'neighbours', 0);
  const query = {
    query: textParam(params, 'query') ?? intent.query,
    ...(collection !== undefined && { collection }),
    topK: numberParam(params, 'topK', 5),
    minScore: numberParam(params, 'minScore', 0),
    ...(mode !== undefined && mode !== 'keyword' && { mode }),
    ...(neighbours > 0 && { neighbours }),
  };
  return foundIn(await ports.stores.searchDocuments(query, cancel), collection, ports.stores);
};

/** What a search found; when that is nothing because there is no such collection, it says so. */
export async function foundIn(
  elements: readonly Element[],
  collection: string | undefined,
  stores: Pick<StorePort, 'collections'>,
): Promise<Extract<StepResult, { readonly kind: 'elements' }>> {
  const names = elements.length > 0 || collection === undefined ? undefined : await stores.collections?.();
  if (collection === undefined || names === undefined || names.includes(collection))
    return { kind: 'elements', elements };
  const near = nearNames(collection, names);
  const [hint] = [near.length > 0 ? near : names].map(shown => shown.slice(0, 10).join(', '));
  const message = `there is no collection "${collection}"; ${names.length === 0 ? 'no documents were imported' : `there is ${hint}`}`;
  return { kind: 'elements', elements, note: { code: 'unknown_collection', message } };
}
