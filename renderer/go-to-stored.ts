import type { FoundThing, StoredKind } from '../shared/contract/project.ts';
import { useDocuments } from './stores/documents.ts';
import { setPanelOpen } from './stores/panels.ts';
import { showError } from './stores/toasts.ts';
import { setWorkspace, useWorkspace } from './stores/workspace.ts';

type Go = (thing: FoundThing) => Promise<void> | void;

/** Where each kind of stored thing is looked at. What the views keep is loaded with them, so it is asked for when somebody goes there. */
const ways = {
  async record({ id }) {
    const { setLedgerView } = await import('./features/ledger/ledger-view.ts');
    setLedgerView({ tab: 'timeline', selectedId: id });
    setWorkspace({ view: 'ledger' });
    setPanelOpen('inspector', true);
  },
  async document({ id, collection = '' }) {
    const { setMemoryView } = await import('./features/memories/memory-view.ts');
    setMemoryView({ tab: 'content', catalogTab: 'content', document: { collection, path: id } });
    setWorkspace({ view: 'memories', memoryId: memoryThatReads(collection) });
  },
  async conversation({ id }) {
    const { setConversationsView } = await import('./features/conversations/conversations-view.ts');
    setConversationsView({ conversationId: id, search: '' });
    setWorkspace({ view: 'conversations' });
  },
  async session({ id }) {
    const { chooseSession } = await import('./features/sessions/sessions-store.ts');
    setWorkspace({ view: 'sessions' });
    chooseSession(id);
  },
  async recording({ id }) {
    const { choose } = await import('./features/recordings/recordings-store.ts');
    choose({ tab: 'requests', cause: id });
    setWorkspace({ view: 'recordings' });
  },
} as const satisfies Record<StoredKind, Go>;

/** Opens what is stored beside the definitions, in its view. */
export function goToStored(thing: FoundThing): void {
  Promise.resolve(ways[thing.kind](thing)).catch(showError);
}

/** The memory in sight, if it reads the collection; else the first that does, else any. Without a memory the catalog has the content. */
function memoryThatReads(collection: string): string | undefined {
  const { memories } = useDocuments.getState().working;
  const { memoryId } = useWorkspace.getState();
  const all = Object.values(memories);
  const readers = all.filter(({ retrieval }) =>
    JSON.stringify(retrieval).includes(JSON.stringify(collection)),
  );
  const current = memoryId === undefined ? undefined : memories[memoryId];
  return (readers.find(({ id }) => id === memoryId) ?? readers[0] ?? current ?? all[0])?.id;
}
