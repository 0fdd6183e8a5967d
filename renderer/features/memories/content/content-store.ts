import { useEffect } from 'react';
import { create } from 'zustand';
import type { StoredDocument } from '../../../../shared/contract/content.ts';
import type { Output } from '../../../../shared/contract/contract.ts';
import { call, errorBody } from '../../../api/call.ts';
import { subscribe } from '../../../api/events.ts';
import { coalesce } from '../../../stores/coalesce.ts';
import { onOtherProject } from '../../../stores/other-project.ts';

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

/** How often it was asked for: of two readings the later one counts, whichever is answered first. */
const asked = { count: 0 };

/** Reads all stored content anew; keeps the old on screen meanwhile, with what can be done where there is none. */
export async function loadContent(): Promise<void> {
  asked.count += 1;
  const own = asked.count;
  if (useContentState.getState().status !== 'ready') useContentState.setState({ status: 'loading' });
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
    if (own !== asked.count) return;
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
    if (own === asked.count) useContentState.setState({ status: 'failed', error: errorBody(error).message });
  }
}

/** An agent that writes a thousand keys makes no thousand readings. */
const reload = coalesce(loadContent, 200);

const followers: { count: number; stop?: (() => void) | undefined } = { count: 0 };

// Nothing of one project is shown, or deleted, as another's.
onOtherProject(() => {
  useContentState.setState(empty, true);
  if (followers.count > 0) void loadContent();
});

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
