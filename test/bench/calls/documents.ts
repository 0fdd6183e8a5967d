import { createCorpus } from '../search/corpus.ts';
import type { Trial } from './calls-bench.ts';

const collections = 5;
const documents = 100;
const chunksInDocument = 20;

/** Searches in one of a few collections of 2,000 chunks each. */
export function searchTrial(mode: 'keyword' | 'semantic' | 'hybrid'): Trial {
  const asked = createCorpus(11);
  const queries = Array.from({ length: 100 }, () => asked.query());
  return {
    name: `search-${mode}`,
    embedder: 'invented',
    rounds: 11,
    calls: queries.length,
    warmUp: 5,
    async prepare({ call }) {
      const { chunk } = createCorpus(7);
      for (let at = 0; at < collections; at += 1) {
        const collection = `c${at}`;
        const files = Array.from({ length: documents }, (_, file) => ({
          path: `${file}.md`,
          text: Array.from(
            { length: chunksInDocument },
            (__, part) => `# Part ${part}\n\n${chunk()} ${chunk()}`,
          ).join('\n\n'),
        }));
        await call('documents.import', { collection, files });
        if (mode !== 'keyword') await call('documents.embed', { collection, embedder: 'use-lite' });
      }
    },
    async ask({ call }, at) {
      const { chunks } = await call('documents.search', {
        query: queries[at] ?? '',
        collection: `c${at % collections}`,
        topK: 20,
        mode,
      });
      if (chunks.length === 0) throw new Error('nothing found');
    },
  };
}
