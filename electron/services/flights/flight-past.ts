import type { FlightEntry, ToldEvent } from '../../../shared/model/flight.ts';
import { findFlight, listFlightEntries, type StoredFlight } from '../../storage/flights/flight-table.ts';
import type { Call, Needs } from '../project/call.ts';

/** It is handed on to the handlers of other groups. */
export type WholeCall = Needs<keyof Call>;

/** What is known of the session an event belongs to. */
export interface FlightPast {
  readonly flight: StoredFlight | undefined;
  /** Its last entries, oldest first. */
  readonly recent: readonly FlightEntry[];
}

/** How far back it is looked what was given, and what failed. */
const recentEntries = 200;

export async function readPast({ session_id }: ToldEvent, call: WholeCall): Promise<FlightPast> {
  const { content } = await call.project();
  return content.read(
    database => {
      const flight = findFlight(database, session_id);
      const from = Math.max(0, (flight?.entries ?? 0) - recentEntries);
      return { flight, recent: listFlightEntries(database, session_id, from, recentEntries) };
    },
    { flight: undefined, recent: [] },
  );
}

/** The first file of an event as a scope: relative to the folder the agent works in where it lies there. */
export function scopeOf({ files = [], cwd = '' }: ToldEvent): string | undefined {
  const [first] = files;
  return first?.startsWith(`${cwd}/`) ? first.slice(cwd.length + 1) : first;
}
