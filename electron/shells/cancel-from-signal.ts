import type { ServerResponse } from 'node:http';
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

/** The client of an answer that is still to come going away, as the engine's own kind of stop. */
export function cancelFromClose(outgoing: ServerResponse): Cancel {
  const isGone = (): boolean => outgoing.destroyed && !outgoing.writableEnded;
  return {
    get cancelled() {
      return isGone();
    },
    onCancel(listener) {
      if (isGone()) {
        listener();
        return () => {};
      }
      const onClose = (): void => {
        if (isGone()) listener();
      };
      outgoing.once('close', onClose);
      return () => outgoing.off('close', onClose);
    },
  };
}
