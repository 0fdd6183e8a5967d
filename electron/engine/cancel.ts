import type { Cancel } from './ports.ts';

/** A `Cancel` and the hand on it. */
interface CancelSource {
  readonly cancel: Cancel;
  /** Cancels once; later calls do nothing. */
  trigger(): void;
}

/** Makes a `Cancel`; when `parent` is given, it is cancelled with it. */
export function createCancelSource(parent?: Cancel): CancelSource {
  // Most are never listened to, so the set is made by the first listener.
  let listeners: Set<() => void> | undefined;
  // A parent that is cancelled already calls back at once, before it has told how to stop listening.
  const parents: (() => void)[] = [];
  let isCancelled = false;
  const trigger = () => {
    if (isCancelled) return;
    isCancelled = true;
    for (const stop of parents.splice(0)) stop();
    for (const listener of [...(listeners ?? [])]) listener();
    listeners = undefined;
  };
  const cancel: Cancel = {
    get cancelled() {
      // Not every parent calls back.
      return isCancelled || parent?.cancelled === true;
    },
    onCancel(listener) {
      if (isCancelled) listener();
      else listeners = (listeners ?? new Set()).add(listener);
      return () => listeners?.delete(listener);
    },
  };
  if (parent !== undefined) parents.push(parent.onCancel(trigger));
  return { cancel, trigger };
}
