import type { WeftEvent } from '../../../shared/contract/events.ts';
import type { Dispatch } from '../dispatch-port.ts';
import type { WeftPort } from './weft-port.ts';

/** The Weft of this process. */
export function portOfApp(
  dispatch: Dispatch,
  subscribe: (listener: (event: WeftEvent) => void) => () => void,
): WeftPort {
  return {
    dispatch,
    follow: async (requestId, listener) => {
      const stop = subscribe(event => {
        if ('request_id' in event && event.request_id === requestId) listener(event);
      });
      return async () => stop();
    },
  };
}
