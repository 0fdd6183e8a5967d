import { chars4 } from '../../../shared/model/chars4.ts';
import { type FlightGiven, longestGiven, type ToldEvent } from '../../../shared/model/flight.ts';
import { textHead } from '../../../shared/text-head.ts';
import type { HeldText, StoredFlight } from '../../storage/flights/flight-table.ts';
import { type Deed, takesText, toldBefore } from './follow-flight.ts';

/**
 * What an event gives. What is told once is a function of what was told by then, asked within the write that records it:
 * tools that begin together are answered at the same time, maybe by several processes.
 */
export type Telling =
  | FlightGiven
  | ((told: ReadonlySet<string>, flight: StoredFlight | undefined) => FlightGiven | undefined);

/** What Weft did at an event, and what it has to tell. */
export interface EventAnswer {
  readonly deed: Omit<Deed, 'given'>;
  readonly tellings: readonly Telling[];
}

/** Of what waits no more is kept than an agent may well have to take at once. */
const mostHeld = 20;

/** What of it is told, as one text, with what waited for an event that takes one; and what waits from now on. */
export function toldNow(
  flight: StoredFlight | undefined,
  event: ToldEvent,
  { tellings, deed }: EventAnswer,
): { readonly given?: FlightGiven; readonly held: readonly HeldText[] } {
  const { agent_id } = event;
  const told = toldBefore(flight, event);
  const news = tellings.flatMap(telling =>
    typeof telling === 'function' ? (telling(told, flight) ?? []) : telling,
  );
  const isOver = (one: HeldText): boolean =>
    // Each prompt brings all that applies to it, and a subagent that has ended is told nothing.
    (event.event === 'prompt' && one.event === 'prompt') ||
    (event.event === 'subagent_stop' && agent_id !== undefined && one.agent_id === agent_id);
  const waiting = (flight?.held ?? []).filter(one => !isOver(one));
  // Who is held up is told the reason alone.
  if (!takesText(event) || deed.blocked !== undefined) {
    const more = news.map(given => ({ agent_id, event: event.event, given }));
    return { held: [...waiting, ...more].slice(-mostHeld) };
  }
  const own = waiting.filter(one => one.agent_id === agent_id);
  const given = join([...own.map(one => one.given), ...news]);
  return {
    ...(given !== undefined && { given }),
    held: waiting.filter(one => one.agent_id !== agent_id),
  };
}

function join(parts: readonly FlightGiven[]): FlightGiven | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const text = shortened(parts.map(part => part.text).join('\n\n'));
  return {
    ...first,
    text,
    tokens: chars4(text),
    memories: parts.flatMap(({ memories }) => memories),
    rules: parts.flatMap(({ rules }) => rules),
  };
}

/** Kept back for the sentence about the rest. */
const restChars = 60;

/** Whole lines where that is possible; what is left out is told. */
function shortened(text: string): string {
  if (text.length <= longestGiven) return text;
  const head = textHead(text, longestGiven - restChars);
  const lineEnd = head.lastIndexOf('\n');
  const kept = lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head;
  return `${kept}\n(${text.length - kept.length} more characters are left out)`;
}
