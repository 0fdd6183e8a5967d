import type { Input, Output } from '../../../shared/contract/contract.ts';
import {
  type Flight,
  type FlightEntry,
  type FlightTurn,
  type FlightUsage,
  flightSchema,
  longestTurnTitle,
} from '../../../shared/model/flight.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { textHead } from '../../../shared/text-head.ts';
import {
  findFlight,
  findTurnStart,
  listFlightEntries,
  type StoredFlight,
} from '../../storage/flights/flight-table.ts';
import { othersTurn } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { noTokens } from './follow-flight.ts';

/** Entries that are read at once; others run in between. */
const stretch = 500;

/** The turns of a session in figures. */
export async function listTurns(
  { session_id, from = 0 }: Input<'flights.turns'>,
  call: Needs<'project'>,
): Promise<Output<'flights.turns'>> {
  const project = await call.project();
  const mode = await redactionModeOf(project);
  const flight = await project.content.read(database => findFlight(database, session_id), undefined);
  if (flight === undefined) throw await noSuch(project.content, 'flight', session_id);
  const turns: FlightTurn[] = [];
  const offered: { servers?: FlightEntry['mcp_servers'] } = {};
  for await (const entries of inStretches(call, session_id, from))
    for (const entry of entries) {
      const last = turns.at(-1);
      if (last?.turn === entry.turn) turns[turns.length - 1] = withEntry(last, entry);
      else turns.push(withEntry(newTurn(entry), entry));
      if (entry.mcp_servers !== undefined) offered.servers = entry.mcp_servers;
    }
  return {
    flight: shownFlight(flight, mode),
    turns: turns.map(turn => redactValue(turn, mode)),
    ...(offered.servers !== undefined && { mcp_servers: offered.servers }),
  };
}

/** The entries of a session from a turn on, some at a time. */
export async function* inStretches(
  call: Needs<'project'>,
  sessionId: string,
  turn: number,
): AsyncGenerator<readonly FlightEntry[]> {
  const { content } = await call.project();
  let from = await content.read(database => findTurnStart(database, sessionId, turn), 0);
  for (;;) {
    const at = from;
    const entries = await content.read(database => listFlightEntries(database, sessionId, at, stretch), []);
    yield entries;
    if (entries.length < stretch) return;
    from += entries.length;
    await othersTurn();
  }
}

const newTurn = ({ turn, position, at }: FlightEntry): FlightTurn => ({
  turn,
  position,
  entries: 0,
  at,
  until: at,
  answers: 0,
  usage: noTokens,
  tool_calls: 0,
  failures: 0,
  compactions: 0,
  instructions: 0,
  given_tokens: 0,
});

function withEntry(turn: FlightTurn, entry: FlightEntry): FlightTurn {
  const { event, prompt, usage, origins, given } = entry;
  const isCall = event === 'after_tool' || event === 'tool_failed';
  const one = (is: boolean): number => (is ? 1 : 0);
  return {
    ...turn,
    entries: turn.entries + 1,
    until: entry.at,
    ...(event === 'prompt' && prompt !== undefined && { prompt: textHead(prompt, longestTurnTitle) }),
    answers: turn.answers + one(usage !== undefined),
    usage: usage === undefined ? turn.usage : sumOf(turn.usage, usage),
    ...(origins !== undefined && { origins }),
    tool_calls: turn.tool_calls + one(isCall),
    failures: turn.failures + one(event === 'tool_failed'),
    compactions: turn.compactions + one(event === 'after_compaction'),
    instructions: turn.instructions + one(event === 'instructions_loaded'),
    given_tokens: turn.given_tokens + (given?.tokens ?? 0),
  };
}

const sumOf = (one: FlightUsage, other: FlightUsage): FlightUsage => ({
  input_tokens: one.input_tokens + other.input_tokens,
  cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
  cache_creation_tokens: one.cache_creation_tokens + other.cache_creation_tokens,
  output_tokens: one.output_tokens + other.output_tokens,
});

/** Without what only its writer needs. The id stays: the session is found by it. */
export function shownFlight(stored: StoredFlight, mode: RedactionMode): Flight {
  const own = Object.entries(stored).filter(([name]) => Object.hasOwn(flightSchema.shape, name));
  const flight = Object.fromEntries(own) as Flight; // the fields of its schema
  return { ...redactValue(flight, mode), session_id: flight.session_id };
}
