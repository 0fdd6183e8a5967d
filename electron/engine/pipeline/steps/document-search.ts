import type { SearchMode } from '../../ports.ts';
import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

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
  return listOf(await ports.stores.searchDocuments(query, cancel));
};
