import { AppError } from '../../../shared/contract/errors.ts';
import type { SyncRound } from '../../../shared/contract/sync.ts';
import { collectFiles } from '../../storage/documents/collect-files.ts';
import { storeDocuments } from '../../storage/documents/document-jobs.ts';
import { documentHashes } from '../../storage/documents/document-table.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { embedCollection } from './embeddings.ts';
import { documentRefusal, prepareDocument } from './import-documents.ts';

/**
 * Brings a collection in step with a folder, in one transaction: new and changed files are stored, documents without
 * file go. A folder that is gone changes nothing: it is more often not mounted than emptied.
 */
export async function syncRound(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  { collection, folder }: { readonly collection: string; readonly folder: string },
): Promise<SyncRound> {
  const found = await atStorageBorder(`reading ${folder}`, () =>
    collectFiles(folder, undefined, { onFile: () => refuseCancelled(needs) }),
  );
  const judged = found.files.map(file => ({ file, reason: documentRefusal(file) }));
  const files = judged.flatMap(({ file, reason }) => (reason === undefined ? [file] : []));
  const refused = [
    ...found.refused,
    ...judged.flatMap(({ file, reason }) => (reason === undefined ? [] : [{ file: file.path, reason }])),
  ];
  const known = await project.content.read(
    database => documentHashes(database, collection),
    new Map<string, string>(),
  );
  const changed = files.filter(file => known.get(file.path) !== sha256(file.text));
  const present = new Set([...files.map(({ path }) => path), ...refused.map(({ file }) => file)]);
  // What is refused may be a folder.
  const isUnread = (path: string) => refused.some(({ file }) => path.startsWith(`${file}/`));
  const deleted = [...known.keys()].filter(path => !present.has(path) && !isUnread(path)).sort();
  await store(project, needs, { collection, changed, deleted });
  const paths = (isKnown: boolean) =>
    changed.flatMap(({ path }) => (known.has(path) === isKnown ? [path] : []));
  return {
    at: needs.world.clock.nowIso(),
    created: paths(false),
    replaced: paths(true),
    deleted,
    unchanged: files.length - changed.length,
    refused,
  };
}

interface Difference {
  readonly collection: string;
  readonly changed: Parameters<typeof prepareDocument>[2][];
  readonly deleted: readonly string[];
}

async function store(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  { collection, changed, deleted }: Difference,
): Promise<void> {
  if (changed.length + deleted.length === 0) return;
  const prepared: Awaited<ReturnType<typeof prepareDocument>>[] = [];
  for (const file of changed) {
    refuseCancelled(needs);
    prepared.push(await prepareDocument(needs.world, { collection, trust: 'imported' }, file));
  }
  await project.content.writeBulk(
    storeDocuments(collection, prepared, deleted),
    () => needs.cancel.cancelled,
  );
  needs.publish({ event: 'project:changed', what: 'documents' });
  await embedCollection(project, needs, collection);
}

function refuseCancelled(needs: Needs<'cancel'>): void {
  if (needs.cancel.cancelled) throw new AppError('deadline', 'cancelled; nothing of this round was stored');
}
