import type { Flight } from '../../../shared/model/flight.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { StoredFlight } from '../../storage/flights/flight-table.ts';

/** Without what only its writer needs. The id stays: the session is found by it. */
export function shownFlight(
  { read_bytes: _, last_answer: __, known_origins: ___, ...flight }: StoredFlight,
  mode: RedactionMode,
): Flight {
  return { ...redactValue(flight, mode), session_id: flight.session_id };
}
