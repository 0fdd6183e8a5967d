import { keysOf } from '../../../shared/model/entries.ts';
import type { ContentScope, StorePort } from '../ports.ts';
import type { StepRead, StoreRead } from './define-step.ts';

/** Stores that note which parts were read, and the version each had before it was read. */
interface VersionedStores {
  readonly stores: StorePort;
  readonly versions: ReadonlyMap<ContentScope, string>;
  /** Whether all that was read has a version; what read something else cannot be told from what is outdated. */
  readonly areComplete: () => boolean;
}

type VersionsOf = (scopes: readonly ContentScope[]) => Promise<readonly string[]>;

const documentsOf = ({ collection }: { readonly collection?: string }): ContentScope =>
  collection === undefined ? 'documents' : `documents/${collection}`;

/**
 * The part of the stores whose version tells whether an answer is still true, by member and what it was asked. `none`
 * where no version does: packages and patterns age, and saved state lies in files.
 */
const scopes = {
  searchDocuments: documentsOf,
  collections: () => 'documents',
  searchVectors: documentsOf,
  readKeys: ({ instance, namespace }) => `kv/${instance}/${namespace}`,
  keyPlaces: () => 'kv',
  searchEvents: ({ instance }) => `events/${instance}`,
  logInstances: () => 'events',
  readDecisions: () => 'ledger',
  readBlackboard: () => 'ledger',
  readPackages: 'none',
  readErrorPatterns: 'none',
  readSessionState: 'none',
  readConversation: ({ conversationId }) => `conversations/${conversationId}`,
  // Each index of a conversation is one of documents.
  searchMessages: () => 'documents',
  readGraphView: () => 'graph',
  expandGraph: () => 'graph',
} as const satisfies { readonly [Name in StoreRead]: ScopeOf<Name> };

type Asked<Name extends StoreRead> = Parameters<NonNullable<StorePort[Name]>>[0];
type ScopeOf<Name extends StoreRead> = 'none' | ((asked: NonNullable<Asked<Name>>) => ContentScope);

/** Whether a version tells when what was read has changed. The clock and handlers have none. */
export const hasVersion = (read: StepRead): boolean =>
  keysOf(scopes).some(name => name === read && scopes[name] !== 'none');

/**
 * Wraps stores that tell versions, each member by its name. A version is asked for before the content, so that a write
 * in between makes what is remembered look older than it is, never newer.
 */
export function versionedStores(stores: StorePort, versionsOf: VersionsOf): VersionedStores {
  const versions = new Map<ContentScope, string>();
  const unversioned = new Set<StoreRead | ContentScope>();
  const note = async (scope: ContentScope) => {
    if (versions.has(scope)) return;
    const [version] = await versionsOf([scope]);
    if (version === undefined) unversioned.add(scope);
    else versions.set(scope, version);
  };
  const after = async <Answer>(scope: ContentScope, read: () => Promise<Answer>) => {
    await note(scope);
    return read();
  };
  const without = <Answer>(name: StoreRead, read: () => Promise<Answer>) => {
    unversioned.add(name);
    return read();
  };
  const { collections, keyPlaces, logInstances } = stores;
  const wrapped = {
    searchDocuments: (query, cancel) =>
      after(scopes.searchDocuments(query), () => stores.searchDocuments(query, cancel)),
    collections: collections && (() => after(scopes.collections(), () => collections.call(stores))),
    searchVectors: (query, cancel) =>
      after(scopes.searchVectors(query), () => stores.searchVectors(query, cancel)),
    readKeys: (query, cancel) => after(scopes.readKeys(query), () => stores.readKeys(query, cancel)),
    keyPlaces: keyPlaces && (() => after(scopes.keyPlaces(), () => keyPlaces.call(stores))),
    searchEvents: (query, cancel) =>
      after(scopes.searchEvents(query), () => stores.searchEvents(query, cancel)),
    logInstances: logInstances && (() => after(scopes.logInstances(), () => logInstances.call(stores))),
    readDecisions: (query, cancel) =>
      after(scopes.readDecisions(), () => stores.readDecisions(query, cancel)),
    readBlackboard: (query, cancel) =>
      after(scopes.readBlackboard(), () => stores.readBlackboard(query, cancel)),
    readPackages: (query, cancel) => without('readPackages', () => stores.readPackages(query, cancel)),
    readErrorPatterns: (sessionId, cancel) =>
      without('readErrorPatterns', () => stores.readErrorPatterns(sessionId, cancel)),
    readSessionState: (sessionId, cancel) =>
      without('readSessionState', () => stores.readSessionState(sessionId, cancel)),
    readConversation: (query, cancel) =>
      after(scopes.readConversation(query), () => stores.readConversation(query, cancel)),
    searchMessages: (query, cancel) =>
      after(scopes.searchMessages(), () => stores.searchMessages(query, cancel)),
    readGraphView: (viewId, cancel) =>
      after(scopes.readGraphView(), () => stores.readGraphView(viewId, cancel)),
    expandGraph: (query, cancel) => after(scopes.expandGraph(), () => stores.expandGraph(query, cancel)),
  } as const satisfies { readonly [Name in StoreRead]: StorePort[Name] | undefined };
  const { collections: names, keyPlaces: places, logInstances: logs, ...others } = wrapped;
  return {
    versions,
    stores: {
      ...others,
      ...(names && { collections: names }),
      ...(places && { keyPlaces: places }),
      ...(logs && { logInstances: logs }),
    },
    areComplete: () => unversioned.size === 0,
  };
}
