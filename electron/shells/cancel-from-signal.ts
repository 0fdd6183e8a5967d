import type { Cancel } from '../engine/ports.ts';

/** An abort of the platform as the engine's own kind of stop. */
export function cancelFromSignal(signal: AbortSignal): Cancel {
  return {
    get cancelled() {
      return signal.aborted;
    },
    onCancel(listener) {
      if (signal.aborted) listener();
      else signal.addEventListener('abort', listener, { once: true });
      return () => signal.removeEventListener('abort', listener);
    },
  };
}
