import type { contentContract } from '../../../shared/contract/content.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { foundIn } from '../../engine/pipeline/steps/document-search.ts';
import { conversationOf } from '../../storage/conversations/message-table.ts';
import { findSizedCollection, listCollections } from '../../storage/documents/collection-table.ts';
import { deleteDocumentsJob } from '../../storage/documents/document-jobs.ts';
import { countDocuments, listDocuments } from '../../storage/documents/document-table.ts';
import { countKeys, deleteKey, getKey, listKeys, setKey } from '../../storage/key-values/key-value-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Caller, Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { importDocuments } from './import-documents.ts';
import { collectionNames, searchChunks } from './search-chunks.ts';

type ContentProcedure = Exclude<keyof typeof contentContract, 'redaction.apply'>;

export const contentHandlers: Handlers<ContentProcedure> = {
  async 'documents.import'({ collection, files, folder, dry_run }, call) {
    const project = await call.project();
    if (folder !== undefined) await refuseOutsideToAgents(call.caller, project.path, folder);
    return importDocuments(project, call, {
      collection,
      files,
      folder,
      dryRun: dry_run === true,
      trust: 'imported',
    });
  },

  async 'documents.search'({ query, collection, topK = 5, minScore = 0, mode, neighbours }, call) {
    const project = await call.project();
    if (conversationOf(collection) !== undefined)
      throw new AppError(
        'unsupported',
        'messages are searched with conversations.search, by the ids in its scope',
      );
    const chunks = await searchChunks(project.content, call.world.embedder, {
      query,
      topK,
      minScore,
      ...(collection !== undefined && { collection }),
      ...(mode !== undefined && { mode }),
      ...(neighbours !== undefined && { neighbours }),
    });
    const { note } = await foundIn(chunks, collection, {
      collections: () => collectionNames(project.content),
    });
    return {
      chunks: redactValue(chunks, await redactionModeOf(project)),
      ...(note !== undefined && { warnings: [note] }),
    };
  },

  async 'documents.list'({ collection }, call) {
    const project = await call.project();
    const listed = await project.content.read(
      database => ({
        documents: listDocuments(database, collection),
        collections: listCollections(database).filter(({ name }) => name === (collection ?? name)),
      }),
      { documents: [], collections: [] },
    );
    const mode = await redactionModeOf(project);
    // A path is what a document is found by; its title is its own words.
    const documents = listed.documents.map(one => ({ ...one, title: redact(one.title, mode).text }));
    return { ...listed, documents };
  },

  async 'documents.delete'({ collection, path }, call) {
    const { content } = await call.project();
    const rows = await content.read(
      database => findSizedCollection(database, collection)?.chunks ?? 0,
      undefined,
    );
    const deleted =
      rows === undefined
        ? 0
        : await content.writeBulk({ job: deleteDocumentsJob, head: { collection, path }, parts: [], rows });
    if (deleted > 0) call.publish({ event: 'project:changed', what: 'documents' });
    return { deleted };
  },

  async 'kv.get'(address, call) {
    const { content } = await call.project();
    const entry = await content.read(database => getKey(database, address), undefined);
    const { instance, namespace, key } = address;
    if (entry === undefined) throw await noSuch(content, 'value', `${instance}/${namespace}/${key}`);
    return { value: entry.value, updated_at: entry.updated_at };
  },

  async 'kv.set'({ value, ...address }, call) {
    const { content } = await call.project();
    const updated_at = call.world.clock.nowIso();
    await content.write(database =>
      setKey(database, { ...address, value, updated_at, trust: trustOf(call.caller) }),
    );
    publishKeys(call);
    return { updated_at };
  },

  async 'kv.delete'(address, call) {
    const { content } = await call.project();
    const isThere = await content.read(() => true, false);
    const deleted = isThere && (await content.write(database => deleteKey(database, address)));
    if (deleted) publishKeys(call);
    return { deleted };
  },

  async 'kv.list'({ instance, namespace }, call) {
    const { content } = await call.project();
    const entries = await content.read(database => listKeys(database, instance, namespace), []);
    return { entries: entries.map(({ trust: _, ...entry }) => entry) };
  },

  async 'content.counts'(_, call) {
    const { content } = await call.project();
    return content.read(database => ({ ...countDocuments(database), keys: countKeys(database) }), {
      documents: 0,
      chunks: 0,
      keys: 0,
    });
  },
};

/** What an agent writes is not the user's word. */
const trustOf = (caller: Caller) => (caller.door === 'mcp' ? 'agent' : 'user');

function publishKeys(needs: Needs<'publish'>): void {
  needs.publish({ event: 'project:changed', what: 'kv' });
}
