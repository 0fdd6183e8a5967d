import { type Flight, flightSchema } from '../../../shared/model/flight.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { StoredFlight } from '../../storage/flights/flight-table.ts';

/** Without what only its writer needs. The id stays: the session is found by it. */
export function shownFlight(stored: StoredFlight, mode: RedactionMode): Flight {
  const own = Object.entries(stored).filter(([name]) => Object.hasOwn(flightSchema.shape, name));
  const flight = Object.fromEntries(own) as Flight; // the fields of its schema
  return { ...redactValue(flight, mode), session_id: flight.session_id };
}
