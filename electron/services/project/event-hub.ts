import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { Logger } from './world.ts';

/** Hands every event of the app to all who listen; a listener that throws harms neither the others nor the sender. */
export interface EventHub {
  subscribe(listener: (event: WeftEvent) => void): () => void;
  publish(event: WeftEvent): void;
}

export function createEventHub(logger: Logger): EventHub {
  const listeners = new Set<(event: WeftEvent) => void>();
  return {
    subscribe(listener) {
      // Wrapped, so that the same function may subscribe twice and leave once.
      const own = (event: WeftEvent) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    publish(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          logger.error('an event listener failed', { event: event.event, error: String(error) });
        }
      }
    },
  };
}
