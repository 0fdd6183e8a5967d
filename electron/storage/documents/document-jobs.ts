import type { BulkChange, BulkJob } from '../bulk/bulk-job.ts';
import { beginDocuments, deleteDocuments, type PreparedDocument } from './document-table.ts';

/** What of a collection goes before documents are stored in it, by path. */
interface DocumentsHead {
  readonly collection: string;
  readonly deleted: readonly string[];
}

export const storeDocumentsJob: BulkJob<DocumentsHead, readonly PreparedDocument[], void> = {
  name: 'store documents',
  *run(database, { collection, deleted }, parts) {
    for (const path of deleted) yield void deleteDocuments(database, collection, path);
    const change = beginDocuments(database, collection);
    for (const documents of parts) yield* change.put(documents);
    yield* change.end();
  },
};

/** Deletes one document, or the whole collection; gives how many went. */
export const deleteDocumentsJob: BulkJob<
  { readonly collection: string; readonly path: string | undefined },
  never,
  number
> = {
  name: 'delete documents',
  // biome-ignore lint/correctness/useYield: one statement.
  *run(database, { collection, path }) {
    return deleteDocuments(database, collection, path);
  },
};

/** Storing documents of a collection, each in place of the one that had its path, after some of it are deleted by path. */
export function storeDocuments(
  collection: string,
  documents: readonly PreparedDocument[],
  deleted: readonly string[] = [],
): BulkChange<DocumentsHead, readonly PreparedDocument[], void> {
  const chunks = documents.reduce((sum, document) => sum + document.chunks.length, 0);
  return {
    job: storeDocumentsJob,
    head: { collection, deleted },
    parts: inParts(documents),
    rows: chunks + deleted.length,
  };
}

/** Documents in parts of about so many chunks. */
const partChunks = 100;

function* inParts(documents: readonly PreparedDocument[]): Generator<readonly PreparedDocument[]> {
  let part: PreparedDocument[] = [];
  let chunks = 0;
  for (const document of documents) {
    part.push(document);
    chunks += document.chunks.length;
    if (chunks < partChunks) continue;
    yield part;
    part = [];
    chunks = 0;
  }
  yield part;
}
