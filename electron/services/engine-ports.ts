import type { Element } from '../../shared/model/element.ts';
import type { RedactionMode } from '../../shared/model/redaction-mode.ts';
import { contentOf } from '../engine/pipeline/element-value.ts';
import { createPipelineCache, type PipelineCache } from '../engine/pipeline/pipeline-cache.ts';
import type { ContentScope, EnginePorts, StorePort } from '../engine/ports.ts';
import type { ContentDatabase } from '../storage/database/content-database.ts';
import { contentVersion } from '../storage/database/content-version.ts';
import type { ReadableDatabase } from '../storage/database/sqlite.ts';
import { listCollections } from '../storage/documents/collection-table.ts';
import { lastBound } from '../storage/graph/graph-table.ts';
import { getKey, type KeyEntry } from '../storage/key-values/key-value-table.ts';
import type { App } from './app.ts';
import { redactionModeOf } from './config.ts';
import { readConversationElements } from './conversing/conversation-elements.ts';
import { searchMessageElements } from './conversing/search-conversations.ts';
import { searchLog } from './event-log.ts';
import { expandAround, readGraphView } from './graph.ts';
import { readPackageElements, readPatternElements } from './handoff/handoff-elements.ts';
import { readSavedState } from './health/saved-state.ts';
import { inUtc } from './in-utc.ts';
import { readBlackboard, readDecisions } from './ledger/ledger-elements.ts';
import type { OpenProject } from './open-project.ts';
import { refuseUntrusted } from './project-trust.ts';
import { searchChunks, searchVectors } from './search-chunks.ts';
import type { World } from './world.ts';

/** The world as the engine sees it: the project's stores, empty ones where no project is open. */
export function enginePorts(
  { options: { world, handlers } }: Pick<App, 'options'>,
  project: OpenProject | undefined,
): EnginePorts {
  if (project !== undefined) refuseUntrusted(project);
  const stores = project === undefined ? emptyStores : projectStores(project, world);
  return {
    stores,
    tokens: world.tokens,
    clock: world.clock,
    ...(handlers && { handlers }),
    ...(project !== undefined && { pipelines: pipelinesOf(project) }),
  };
}

// What is remembered goes with the project when it is closed.
const remembered = new WeakMap<ContentDatabase['epoch'], PipelineCache>();

function pipelinesOf({ content }: OpenProject): PipelineCache {
  const pipelines = remembered.get(content.epoch) ?? createPipelineCache();
  remembered.set(content.epoch, pipelines);
  return pipelines;
}

const emptyStores: StorePort = {
  searchDocuments: async () => [],
  readKeys: async () => [],
  searchVectors: async () => [],
  searchEvents: async () => [],
  readDecisions: async () => [],
  readBlackboard: async () => [],
  readPackages: async () => [],
  readErrorPatterns: async () => [],
  readSessionState: async () => [],
  readConversation: async () => [],
  searchMessages: async () => [],
  readGraphView: async () => [],
  expandGraph: async () => [],
};

function projectStores(project: OpenProject, { embedder, clock }: World): StorePort {
  const { content, path } = project;
  return {
    contentVersions: async scopes => {
      // The mode is asked of a file, so only where it counts.
      const redaction = scopes.some(isConversation) ? await redactionModeOf(project) : 'off';
      const given = { at: inUtc(clock.nowIso()), redaction };
      return content.read(
        database => scopes.map(scope => versionOf(database, scope, given)),
        scopes.map(() => '0'),
      );
    },
    searchDocuments: query => searchChunks(content, embedder, query),
    searchVectors: query => searchVectors(content, embedder, query),
    collections: () => collectionNames(content),
    searchEvents: query => searchLog(content, query),
    readDecisions: query => readDecisions(content, query),
    readBlackboard: query => readBlackboard(content, query),
    readPackages: query => readPackageElements(content, query, clock.nowIso()),
    readErrorPatterns: sessionId => readPatternElements(content, sessionId, clock.nowIso()),
    readSessionState: sessionId => readSavedState(path, sessionId),
    readConversation: async (query, cancel) =>
      readConversationElements(content, query, await redactionModeOf(project), cancel),
    searchMessages: query => searchMessageElements(content, embedder, query),
    readGraphView: viewId => readGraphView(content, viewId, clock.nowIso()),
    expandGraph: query => expandAround(content, query, clock.nowIso()),
    readKeys: ({ instance, namespace, keys }) =>
      content.read(
        database =>
          keys.flatMap(key => {
            const entry = getKey(database, { instance, namespace, key });
            return entry === undefined ? [] : [toElement(entry)];
          }),
        [],
      ),
  };
}

/** Names of the collections of users. */
export function collectionNames(content: ContentDatabase): Promise<readonly string[]> {
  return content.read(database => listCollections(database).map(({ name }) => name), []);
}

/**
 * What a pipeline read, as it was then (A7 `cached`): what is valid in the graph changes with time and without a write,
 * and conversations are redacted before they are told in short.
 */
function versionOf(
  database: ReadableDatabase,
  scope: ContentScope,
  given: { readonly at: string; readonly redaction: RedactionMode },
): string {
  const version = String(contentVersion(database, scope));
  if (scope === 'graph') return `${version}/${lastBound(database, given.at) ?? ''}`;
  return isConversation(scope) ? `${version}/${given.redaction}` : version;
}

const isConversation = (scope: ContentScope): boolean => scope.startsWith('conversations/');

function toElement(entry: KeyEntry): Element {
  const { instance, namespace, key, value, trust, updated_at: timestamp } = entry;
  const ref = `${instance}/${namespace}/${key}`;
  return {
    id: ref,
    title: key,
    content: contentOf(value),
    timestamp,
    source: { kind: 'kv', ref, title: key, timestamp, trust },
    key,
    value,
  };
}
