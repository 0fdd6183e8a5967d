import { useEffect, useState } from 'react';
import { type FoundThing, type StoredKind, storedKinds } from '../../../shared/contract/project.ts';
import { call, errorBody } from '../../api/call.ts';

/** How far the search in what only the host holds has come, kind by kind. */
export type StoredSearch = Readonly<Record<StoredKind, StoredAnswer>>;

type StoredAnswer =
  | { readonly state: 'idle' | 'asked' }
  | { readonly state: 'found'; readonly found: readonly FoundThing[] }
  | { readonly state: 'failed'; readonly message: string };

const typingMs = 120;
const mostOfKind = 6;

const everyKind = (answer: StoredAnswer): StoredSearch => ({
  record: answer,
  document: answer,
  conversation: answer,
  session: answer,
  recording: answer,
});

/** Asks the host for each kind by itself, after a pause in typing, so that a slow or a failing one holds up no other. */
export function useStoredSearch(query: string): StoredSearch {
  const [search, setSearch] = useState<StoredSearch>(() => everyKind({ state: 'idle' }));
  const asked = query.trim().slice(0, 200);
  useEffect(() => {
    if (asked === '') return setSearch(everyKind({ state: 'idle' }));
    const wanted = { is: true };
    setSearch(everyKind({ state: 'asked' }));
    const put = (kind: StoredKind, answer: StoredAnswer) =>
      wanted.is && setSearch(before => ({ ...before, [kind]: answer }));
    const ask = (kind: StoredKind) =>
      call('project.find', { query: asked, kinds: [kind], limit: mostOfKind }).then(
        ({ found }) => put(kind, { state: 'found', found }),
        error => put(kind, { state: 'failed', message: errorBody(error).message }),
      );
    const timer = setTimeout(() => {
      for (const kind of storedKinds) void ask(kind);
    }, typingMs);
    return () => {
      wanted.is = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return search;
}
