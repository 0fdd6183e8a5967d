import { unreachable } from '../../shared/contract/errors.ts';
import type { Layout } from '../../shared/model/layout.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { call } from '../api/call.ts';
import type { DocumentKind, Documents } from './history.ts';

/** SHA-256 of the file each definition was read from. */
export type Hashes = { readonly [Kind in DocumentKind]: Readonly<Record<string, string>> };

export const noHashes: Hashes = { engines: {}, memories: {}, samples: {}, layouts: {} };

export interface DocumentFiles {
  readonly saved: Documents;
  readonly hashes: Hashes;
  readonly problems: readonly FileProblem[];
}

/** All definitions of the project as they are on disk. */
export async function fetchDocuments(): Promise<DocumentFiles> {
  const [engines, memories, samples, layouts] = await Promise.all([
    call('engines.list', {}),
    call('memories.list', {}),
    call('samples.list', {}),
    call('layouts.list', {}),
  ]);
  return {
    saved: {
      engines: byId(engines.engines),
      memories: byId(memories.memories),
      samples: byId(samples.samples),
      layouts: byId(layouts.layouts),
    },
    hashes: {
      engines: engines.hashes,
      memories: memories.hashes,
      samples: samples.hashes,
      layouts: layouts.hashes,
    },
    problems: [engines, memories, samples, layouts].flatMap(({ problems }) => problems),
  };
}

/** Writes one definition; gives the new hash. `expected_hash` null means that there is no file yet. */
export async function saveDocument(
  kind: DocumentKind,
  document: Documents[DocumentKind][string],
  expectedHash: string | null,
): Promise<string> {
  const expected_hash = expectedHash;
  switch (kind) {
    case 'engines':
      return (await call('engines.save', { engine: document as ContextRuleEngine, expected_hash })).hash; // kind says which
    case 'memories':
      return (await call('memories.save', { memory: document as PersistentMemory, expected_hash })).hash; // kind says which
    case 'samples':
      return (await call('samples.save', { sample: document as Sample, expected_hash })).hash; // kind says which
    case 'layouts':
      return (await call('layouts.save', { layout: document as Layout, expected_hash })).hash; // kind says which
    default:
      return unreachable(kind);
  }
}

const deletions = {
  engines: 'engines.delete',
  memories: 'memories.delete',
  samples: 'samples.delete',
  layouts: 'layouts.delete',
} as const;

/** Deletes one definition's file. */
export async function deleteDocument(
  kind: DocumentKind,
  id: string,
  expectedHash: string | null,
): Promise<void> {
  await call(deletions[kind], expectedHash === null ? { id } : { id, expected_hash: expectedHash });
}

function byId<Document extends { id: string }>(documents: readonly Document[]): Record<string, Document> {
  return Object.fromEntries(documents.map(document => [document.id, document]));
}
