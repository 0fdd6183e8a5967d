import { useEffect } from 'react';
import { create } from 'zustand';
import type { StoredDocument } from '../../../../shared/contract/content.ts';
import type { Output } from '../../../../shared/contract/contract.ts';
import { call, errorBody } from '../../../api/call.ts';
import { subscribe } from '../../../api/events.ts';
import { coalesce } from '../../../stores/coalesce.ts';

type Listing = Output<'documents.list'>;
export type KeyValueEntry = Output<'kv.list'>['entries'][number];
export type Facets = Output<'content.facets'>;

/** What the project stores beside its definitions. */
export interface Content {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly documents: readonly StoredDocument[];
  readonly collections: Listing['collections'];
  readonly entries: readonly KeyValueEntry[];
  /** What the event log and the graph can be filtered by. */
  readonly facets: Facets;
  /** What steps on the graph and on conversations can name. */
  readonly viewIds: readonly string[];
  readonly conversationIds: readonly string[];
  /** What steps on handoff and ledger can name. */
  readonly sessions: Output<'sessions.list'>['sessions'];
  readonly ledgerScopes: readonly string[];
  /** Counts the readings, for what is read in parts. */
  readonly reading: number;
  readonly error?: string | undefined;
}

const empty: Content = {
  status: 'idle',
  documents: [],
  collections: [],
  entries: [],
  facets: { instances: [], kinds: [], relations: [] },
  viewIds: [],
  conversationIds: [],
  sessions: [],
  ledgerScopes: [],
  reading: 0,
};
const useContentState = create<Content>()(() => empty);

/** Reads all stored content anew; keeps the old on screen meanwhile. */
export async function loadContent(): Promise<void> {
  useContentState.setState({ status: 'loading' });
  try {
    const [listing, { entries }, facets, { views }, { conversations }, { sessions }, { scopes }] =
      await Promise.all([
        call('documents.list', {}),
        call('kv.list', {}),
        call('content.facets', {}),
        call('graph.views', {}),
        call('conversations.list', {}),
        call('sessions.list', {}),
        call('ledger.facets', {}),
      ]);
    useContentState.setState(({ reading }) => ({
      status: 'ready',
      ...listing,
      entries,
      facets,
      viewIds: views.map(({ id }) => id),
      conversationIds: conversations.map(({ id }) => id),
      sessions,
      ledgerScopes: scopes.map(({ scope }) => scope),
      reading: reading + 1,
      error: undefined,
    }));
  } catch (error) {
    useContentState.setState({ status: 'failed', error: errorBody(error).message });
  }
}

/** An agent that writes a thousand keys makes no thousand readings. */
const reload = coalesce(loadContent, 200);

const followers: { count: number; stop?: (() => void) | undefined } = { count: 0 };

/** Stored content, read once and again whenever it changes, as long as somebody looks. */
export function useContent(): Content {
  useEffect(() => {
    followers.count += 1;
    if (followers.count === 1) {
      void loadContent();
      followers.stop = subscribe(event => {
        if (event.event === 'project:changed' && event.what !== 'samples' && event.what !== 'layouts')
          reload();
      });
    }
    return () => {
      followers.count -= 1;
      if (followers.count === 0) followers.stop?.();
    };
  }, []);
  return useContentState();
}
