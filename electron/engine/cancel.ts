import type { Cancel } from './ports.ts';

/** A `Cancel` and the hand on it. */
export interface CancelSource {
  readonly cancel: Cancel;
  /** Cancels once; later calls do nothing. */
  trigger(): void;
}

/** Makes a `Cancel`; when `parent` is given, it is cancelled with it. */
export function createCancelSource(parent?: Cancel): CancelSource {
  const listeners = new Set<() => void>();
  let isCancelled = false;
  const trigger = () => {
    if (isCancelled) return;
    isCancelled = true;
    stopListening?.();
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  const cancel: Cancel = {
    get cancelled() {
      return isCancelled;
    },
    onCancel(listener) {
      if (isCancelled) listener();
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const stopListening = parent?.onCancel(trigger);
  return { cancel, trigger };
}
