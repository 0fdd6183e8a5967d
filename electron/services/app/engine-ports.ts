import type { Element } from '../../../shared/model/element.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { contentOf } from '../../engine/pipeline/element-value.ts';
import { createPipelineCache } from '../../engine/pipeline/pipeline-cache.ts';
import type { ContentScope, EnginePorts, PipelineCache, StorePort } from '../../engine/ports.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { logInstances } from '../../storage/events/event-table.ts';
import { lastBound } from '../../storage/graph/graph-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { getKey, type KeyEntry, keyPlaces } from '../../storage/key-values/key-value-table.ts';
import { searchLog } from '../content/event-log.ts';
import { expandAround, readGraphView } from '../content/graph.ts';
import { collectionNames, searchChunks, searchVectors } from '../content/search-chunks.ts';
import { readConversationElements } from '../conversations/conversation-elements.ts';
import { searchMessageElements } from '../conversations/search-conversations.ts';
import { readPackageElements, readPatternElements } from '../handoff/handoff-elements.ts';
import { readSavedState } from '../health/saved-state.ts';
import { readBlackboard, readDecisions } from '../ledger/ledger-elements.ts';
import { redactionModeOf } from '../project/config.ts';
import { inUtc } from '../project/in-utc.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import type { World } from '../project/world.ts';
import type { App } from './app.ts';

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
    ...(project !== undefined && { pipelines: project.content.parts.of(pipelines) }),
  };
}

const pipelines: PartKind<PipelineCache> = { make: createPipelineCache };

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
    logInstances: () => content.read(logInstances, []),
    keyPlaces: () => content.read(keyPlaces, []),
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

/**
 * What a pipeline read, as it was then (`cached`): what is valid in the graph changes with time and without a write,
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
