import type { ContextOrigins, FlightEntry, FlightUsage, ToldEvent } from '../../../shared/model/flight.ts';

/** Tokens by where they came from that a session's context holds, as far as events tell. */
export type KnownOrigins = Omit<ContextOrigins, 'system'>;

export const noOrigins: KnownOrigins = { instructions: 0, weft: 0, tools: 0, talk: 0 };

const quarter = (chars: number): number => Math.ceil(chars / 4);

/** What is in the context after an event; what happens within a subagent is in the context of that one. */
export function originsAfter(
  before: KnownOrigins,
  told: ToldEvent,
  deed: Pick<FlightEntry, 'given'>,
): KnownOrigins {
  if (told.agent_id !== undefined) return before;
  const { event, reason } = told;
  const isAnew = event === 'after_compaction' || (event === 'session_start' && reason === 'clear');
  // Instruction files are loaded again after both, and told again.
  const kept = isAnew ? noOrigins : before;
  const isCall = event === 'after_tool' || event === 'tool_failed';
  const response = told.response_chars ?? (told.response ?? told.error ?? '').length;
  const talk = event === 'after_compaction' ? (told.message ?? '') : event === 'prompt' ? told.prompt : '';
  return {
    instructions: kept.instructions + (event === 'instructions_loaded' ? quarter(response) : 0),
    weft: kept.weft + (deed.given?.tokens ?? 0),
    tools: kept.tools + (isCall ? quarter(response) : 0),
    talk: kept.talk + quarter((talk ?? '').length),
  };
}

/**
 * What the model read for an answer, by where it came from; together as many tokens as the transcript says. What no
 * event told is the agent's own: its system prompt and the descriptions of tools.
 */
export function originsOf(known: KnownOrigins, usage: FlightUsage): ContextOrigins {
  const whole = usage.input_tokens + usage.cache_read_tokens + usage.cache_creation_tokens;
  const told = known.instructions + known.weft + known.tools + known.talk;
  if (told <= whole) return { system: whole - told, ...known };
  // Estimated by letters, the parts may come to more than there is.
  const share = (part: number): number => Math.floor((part * whole) / told);
  const parts = {
    instructions: share(known.instructions),
    weft: share(known.weft),
    tools: share(known.tools),
  };
  return { system: 0, ...parts, talk: whole - parts.instructions - parts.weft - parts.tools };
}
