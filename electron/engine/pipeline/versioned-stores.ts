import type { ContentScope, StorePort } from '../ports.ts';

/** Stores that note which parts were read, and the version each had before it was read. */
export interface VersionedStores {
  readonly stores: StorePort;
  readonly versions: ReadonlyMap<ContentScope, string>;
}

/**
 * Wraps stores that tell versions. A version is asked for before the content, so that a write in between makes what is
 * remembered look older than it is, never newer.
 */
export function versionedStores(
  stores: StorePort,
  versionsOf: (scopes: readonly ContentScope[]) => Promise<readonly string[]>,
): VersionedStores {
  const versions = new Map<ContentScope, string>();
  const note = async (scope: ContentScope) => {
    if (versions.has(scope)) return;
    const [version] = await versionsOf([scope]);
    versions.set(scope, version ?? '');
  };
  const after =
    <Query, Answer>(scopeOf: (query: Query) => ContentScope, read: (query: Query) => Promise<Answer>) =>
    async (query: Query) => {
      await note(scopeOf(query));
      return read(query);
    };
  return {
    versions,
    stores: {
      ...stores,
      searchDocuments: (query, cancel) =>
        after(documentsScope, (asked: typeof query) => stores.searchDocuments(asked, cancel))(query),
      searchVectors: (query, cancel) =>
        after(documentsScope, (asked: typeof query) => stores.searchVectors(asked, cancel))(query),
      readKeys: (query, cancel) =>
        after(
          ({ instance, namespace }: typeof query) => `kv/${instance}/${namespace}` as const,
          asked => stores.readKeys(asked, cancel),
        )(query),
      searchEvents: (query, cancel) =>
        after(
          ({ instance }: typeof query) => `events/${instance}` as const,
          asked => stores.searchEvents(asked, cancel),
        )(query),
      readDecisions: (query, cancel) =>
        after(
          () => 'ledger' as const,
          (asked: typeof query) => stores.readDecisions(asked, cancel),
        )(query),
      readBlackboard: (query, cancel) =>
        after(
          () => 'ledger' as const,
          (asked: typeof query) => stores.readBlackboard(asked, cancel),
        )(query),
      readConversation: (query, cancel) =>
        after(
          ({ conversationId }: typeof query) => `conversations/${conversationId}` as const,
          asked => stores.readConversation(asked, cancel),
        )(query),
      // Each index of a conversation is one of documents.
      searchMessages: (query, cancel) =>
        after(
          () => 'documents' as const,
          (asked: typeof query) => stores.searchMessages(asked, cancel),
        )(query),
      readGraphView: (viewId, cancel) =>
        after(
          () => 'graph' as const,
          (asked: string) => stores.readGraphView(asked, cancel),
        )(viewId),
      expandGraph: (query, cancel) =>
        after(
          () => 'graph' as const,
          (asked: typeof query) => stores.expandGraph(asked, cancel),
        )(query),
    },
  };
}

const documentsScope = ({ collection }: { readonly collection?: string }): ContentScope =>
  collection === undefined ? 'documents' : `documents/${collection}`;
