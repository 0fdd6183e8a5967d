import { dataMark } from '../../../shared/model/authority.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import { escapeInvisible } from '../../../shared/model/escape-invisible.ts';
import type { FlightGiven } from '../../../shared/model/flight.ts';

/** Data with its origin: an agent follows its user, not what stands in a project. What its user cannot see is spelled out. */
export function asData(origin: string, text: string): FlightGiven {
  const whole = `${dataMark(origin)}\n\n${escapeInvisible(text.trim())}`;
  return { text: whole, tokens: chars4(whole), memories: [], rules: [] };
}
