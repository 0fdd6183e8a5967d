import { foundIn } from './document-search.ts';
import { numberParam, textParam } from './read-params.ts';
import type { StepRunner } from './step-runner.ts';

/** M2 `vector_search`: chunks of one collection by cosine. Without a `query` it searches for the input text. */
export const runVectorSearch: StepRunner = async ({ params, intent, ports, cancel }) => {
  const collection = textParam(params, 'collection') ?? '';
  const query = {
    query: textParam(params, 'query') ?? intent.query,
    collection,
    topK: numberParam(params, 'topK', 5),
    minScore: numberParam(params, 'minScore', 0.5),
  };
  return foundIn(await ports.stores.searchVectors(query, cancel), collection, ports.stores);
};
