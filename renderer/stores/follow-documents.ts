import type { DocumentChanges } from '../worker/protocol.ts';
import { documentChanges, type Told } from './document-changes.ts';
import { useDocuments } from './documents.ts';
import { emptyDocuments } from './history.ts';
import { asHeard, useSolo } from './solo.ts';
import { useWorkspace } from './workspace.ts';

interface Following {
  /** Tells what was not told yet. */
  readonly catchUp: () => void;
  readonly stop: () => void;
}

/**
 * Tells every edit and the choice of a sample, beginning with all there is. Who can wait says with `later` how long;
 * then several edits are told as one. Who asks for `heard` is told all rules as muted but the one that is heard alone.
 */
export function followDocuments(
  tell: (changes: DocumentChanges, told: Told, now: Told) => void,
  later: (catchUp: () => void) => void = catchUp => catchUp(),
  engines: 'written' | 'heard' = 'written',
): Following {
  const last: { told: Told } = { told: { working: emptyDocuments, saved: {}, current: null } };
  const catchUp = () => {
    const now = {
      ...(engines === 'heard' ? heard() : written()),
      current: useWorkspace.getState().sampleId ?? null,
    };
    const { told } = last;
    const changes = documentChanges(told, now);
    last.told = now;
    if (changes) tell(changes, told, now);
  };
  const hear = () => later(catchUp);
  const stops = [useDocuments.subscribe(hear), useWorkspace.subscribe(hear), useSolo.subscribe(hear)];
  catchUp();
  return {
    catchUp,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function written(): Omit<Told, 'current'> {
  const { working, saved } = useDocuments.getState();
  return { working, saved: saved.engines };
}

/** What is saved is muted alike: what changed is what was edited. */
function heard(): Omit<Told, 'current'> {
  const { working, saved } = written();
  const engines = asHeard(working.engines);
  return engines === working.engines
    ? { working, saved }
    : { working: { ...working, engines }, saved: asHeard(saved, working.engines) };
}
