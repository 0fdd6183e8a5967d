import { definitionFile, definitionFolders } from '../../shared/model/definition-folders.ts';
import type { FileProblem } from '../../shared/model/problem.ts';
import { call } from '../api/call.ts';
import { type DocumentKind, type Documents, documentKinds, emptyDocuments } from './history.ts';

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

/** What was read of the kinds named; of the others there is nothing here. */
export interface DocumentFiles {
  readonly kinds: readonly DocumentKind[];
  readonly saved: Documents;
  readonly hashes: Hashes;
  readonly problems: readonly FileProblem[];
}

export const isFileOf = (kind: DocumentKind, { file }: FileProblem): boolean =>
  file.startsWith(`${definitionFolders[kind]}/`);

/** The file of one document, if it cannot be read as it is now. */
export const brokenFileOf = (
  { problems }: Pick<DocumentFiles, 'problems'>,
  kind: DocumentKind,
  id: string,
): FileProblem | undefined =>
  problems.find(({ file }) => file === definitionFile(definitionFolders[kind], id));

/** Definitions of the project as they are on disk. */
export async function fetchDocuments(kinds: readonly DocumentKind[] = documentKinds): Promise<DocumentFiles> {
  const parts = await Promise.all(kinds.map(kind => readers[kind]()));
  return parts.reduce<DocumentFiles>(
    (all, { saved, hashes, problems }) => ({
      kinds,
      saved: { ...all.saved, ...saved },
      hashes: { ...all.hashes, ...hashes },
      problems: [...all.problems, ...problems],
    }),
    { kinds, saved: emptyDocuments, hashes: noHashes, problems: [] },
  );
}

interface FilesOfOneKind {
  readonly saved: Partial<Documents>;
  readonly hashes: Partial<Hashes>;
  readonly problems: readonly FileProblem[];
}

const readers: Readonly<Record<DocumentKind, () => Promise<FilesOfOneKind>>> = {
  engines: async () => {
    const { engines, hashes, problems } = await call('engines.list', {});
    return { saved: { engines: byId(engines) }, hashes: { engines: hashes }, problems };
  },
  memories: async () => {
    const { memories, hashes, problems } = await call('memories.list', {});
    return { saved: { memories: byId(memories) }, hashes: { memories: hashes }, problems };
  },
  samples: async () => {
    const { samples, hashes, problems } = await call('samples.list', {});
    return { saved: { samples: byId(samples) }, hashes: { samples: hashes }, problems };
  },
  layouts: async () => {
    const { layouts, hashes, problems } = await call('layouts.list', {});
    return { saved: { layouts: byId(layouts) }, hashes: { layouts: hashes }, problems };
  },
  contracts: async () => {
    const { contracts, hashes, problems } = await call('contracts.list', {});
    return { saved: { contracts: byId(contracts) }, hashes: { contracts: hashes }, problems };
  },
  tests: async () => {
    const { tests, hashes, problems } = await call('tests.list', {});
    return { saved: { tests: byId(tests) }, hashes: { tests: hashes }, problems };
  },
};

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

/** Deletes one definition's file, as it was read. */
export async function deleteDocument(kind: DocumentKind, id: string, expectedHash: string): Promise<void> {
  await call(deletions[kind], { id, expected_hash: expectedHash });
}

function byId<Document extends { id: string }>(documents: readonly Document[]): Record<string, Document> {
  return Object.fromEntries(documents.map(document => [document.id, document]));
}
