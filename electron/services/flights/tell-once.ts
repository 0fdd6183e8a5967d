import { chars4 } from '../../../shared/model/chars4.ts';
import { type FlightGiven, longestGiven, type ToldEvent } from '../../../shared/model/flight.ts';
import type { StoredFlight } from '../../storage/flights/flight-table.ts';
import { toldBefore } from './follow-flight.ts';

/**
 * What an event gives. What is told once is a function of what was told by then, asked within the write that records it:
 * tools that begin together are answered at the same time, maybe by several processes.
 */
export type Telling = FlightGiven | ((told: ReadonlySet<string>) => FlightGiven | undefined);

/** What of it is told, as one text. */
export function toldNow(
  flight: StoredFlight | undefined,
  event: ToldEvent,
  tellings: readonly Telling[],
): FlightGiven | undefined {
  const told = toldBefore(flight, event);
  return join(tellings.flatMap(telling => (typeof telling === 'function' ? (telling(told) ?? []) : telling)));
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
  const head = text.slice(0, longestGiven - restChars);
  const lineEnd = head.lastIndexOf('\n');
  const kept = lineEnd > head.length / 2 ? head.slice(0, lineEnd) : head.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n(${text.length - kept.length} more characters are left out)`;
}
