import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `vector_search`: chunks of one collection by cosine. Without a `query` it searches for the input text. */
export const runVectorSearch: StepRunner = async ({ params, intent, ports, cancel }) =>
  listOf(
    await ports.stores.searchVectors(
      {
        query: textParam(params, 'query') ?? intent.query,
        collection: textParam(params, 'collection') ?? '',
        topK: numberParam(params, 'topK', 5),
        minScore: numberParam(params, 'minScore', 0.5),
      },
      cancel,
    ),
  );
