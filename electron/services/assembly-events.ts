import type { AssemblyEventBody } from '../../shared/contract/events.ts';
import type { App } from './app.ts';

/** Sends an assembly's events to all who listen, numbered from 1 and dated (A9). */
export function createAssemblyEmitter(app: App, requestId: string): (event: AssemblyEventBody) => void {
  let seq = 0;
  return event => {
    seq += 1;
    app.events.publish({ ...event, request_id: requestId, seq, at: app.options.world.clock.nowIso() });
  };
}

export const silent = (_event: AssemblyEventBody): void => {};
