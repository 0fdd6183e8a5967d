import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `document_search`: best matching chunks. Without a `query` it searches for the input text. */
export const runDocumentSearch: StepRunner = async ({ params, intent, ports, cancel }) => {
  const collection = textParam(params, 'collection');
  const query = {
    query: textParam(params, 'query') ?? intent.query,
    ...(collection !== undefined && { collection }),
    topK: numberParam(params, 'topK', 5),
    minScore: numberParam(params, 'minScore', 0),
  };
  return listOf(await ports.stores.searchDocuments(query, cancel));
};
