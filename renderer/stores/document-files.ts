import type { FileProblem } from '../../shared/model/problem.ts';
import { call } from '../api/call.ts';
import type { DocumentKind, Documents } from './history.ts';

/** SHA-256 of the file each definition was read from. */
export type Hashes = { readonly [Kind in DocumentKind]: Readonly<Record<string, string>> };

export const noHashes: Hashes = {
  engines: {},
  memories: {},
  samples: {},
  layouts: {},
  contracts: {},
  tests: {},
};

export interface DocumentFiles {
  readonly saved: Documents;
  readonly hashes: Hashes;
  readonly problems: readonly FileProblem[];
}

/** All definitions of the project as they are on disk. */
export async function fetchDocuments(): Promise<DocumentFiles> {
  const [engines, memories, samples, layouts, contracts, tests] = await Promise.all([
    call('engines.list', {}),
    call('memories.list', {}),
    call('samples.list', {}),
    call('layouts.list', {}),
    call('contracts.list', {}),
    call('tests.list', {}),
  ]);
  return {
    saved: {
      engines: byId(engines.engines),
      memories: byId(memories.memories),
      samples: byId(samples.samples),
      layouts: byId(layouts.layouts),
      contracts: byId(contracts.contracts),
      tests: byId(tests.tests),
    },
    hashes: {
      engines: engines.hashes,
      memories: memories.hashes,
      samples: samples.hashes,
      layouts: layouts.hashes,
      contracts: contracts.hashes,
      tests: tests.hashes,
    },
    problems: [engines, memories, samples, layouts, contracts, tests].flatMap(({ problems }) => problems),
  };
}

/** Writes one definition; gives the new hash. `expected_hash` null means that there is no file yet. */
export async function saveDocument<Kind extends DocumentKind>(
  kind: Kind,
  document: Documents[Kind][string],
  expectedHash: string | null,
): Promise<string> {
  return (await savers[kind](document, expectedHash)).hash;
}

const savers: {
  readonly [Kind in DocumentKind]: (
    document: Documents[Kind][string],
    expected_hash: string | null,
  ) => Promise<{ readonly hash: string }>;
} = {
  engines: (engine, expected_hash) => call('engines.save', { engine, expected_hash }),
  memories: (memory, expected_hash) => call('memories.save', { memory, expected_hash }),
  samples: (sample, expected_hash) => call('samples.save', { sample, expected_hash }),
  layouts: (layout, expected_hash) => call('layouts.save', { layout, expected_hash }),
  contracts: (contract, expected_hash) => call('contracts.save', { contract, expected_hash }),
  tests: (test, expected_hash) => call('tests.save', { test, expected_hash }),
};

const deletions = {
  engines: 'engines.delete',
  memories: 'memories.delete',
  samples: 'samples.delete',
  layouts: 'layouts.delete',
  contracts: 'contracts.delete',
  tests: 'tests.delete',
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
