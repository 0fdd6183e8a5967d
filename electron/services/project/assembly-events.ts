import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import type { Needs } from './call.ts';

/** Sends an assembly's events to all who listen, numbered from 1 and dated. */
export function createAssemblyEmitter(
  { world, publish }: Needs<'world' | 'publish'>,
  requestId: string,
): (event: AssemblyEventBody) => void {
  let seq = 0;
  return event => {
    seq += 1;
    publish({ ...event, request_id: requestId, seq, at: world.clock.nowIso() });
  };
}

export const silent = (_event: AssemblyEventBody): void => {};
