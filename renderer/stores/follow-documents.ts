import type { DocumentChanges } from '../worker/protocol.ts';
import { documentChanges, type Told } from './document-changes.ts';
import { useDocuments } from './documents.ts';
import { emptyDocuments } from './history.ts';
import { useWorkspace } from './workspace.ts';

/** Tells every edit and the choice of a sample, beginning with all there is; returns how to stop. */
export function followDocuments(tell: (changes: DocumentChanges) => void): () => void {
  const last: { told: Told } = { told: { working: emptyDocuments, saved: {}, current: null } };
  const feed = () => {
    const { working, saved } = useDocuments.getState();
    const now = { working, saved: saved.engines, current: useWorkspace.getState().sampleId ?? null };
    const changes = documentChanges(last.told, now);
    last.told = now;
    if (changes) tell(changes);
  };
  const stops = [useDocuments.subscribe(feed), useWorkspace.subscribe(feed)];
  feed();
  return () => {
    for (const stop of stops) stop();
  };
}
