import type { FlightEntry, FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { textHead } from '../../../shared/text-head.ts';
import { isShown } from '../../engine/handoff/error-learning.ts';
import { recordPattern } from '../handoff/error-patterns.ts';
import { handoffHandlers } from '../handoff/handoff.ts';
import type { Call, Needs } from '../project/call.ts';
import { asData } from './as-data.ts';

/** It is handed on to the handlers of the handoff. */
type WholeCall = Needs<keyof Call>;

/** What mended this failure before, where that is sure enough. */
export async function knownMend(event: ToldEvent, call: WholeCall): Promise<FlightGiven | undefined> {
  const { tool = 'tool', error } = event;
  if (error === undefined || error === '') return undefined;
  const failure = { error_type: tool, message: error };
  const { patterns } = await handoffHandlers['errorPatterns.match']({ failure }, call);
  const known = patterns.find(pattern => isShown(pattern, call.world.clock.nowIso()));
  if (known === undefined) return undefined;
  const { solution, confidence, occurrences } = known;
  return asData('known errors', `Seen before (${occurrences}x, confidence ${confidence}): ${solution}`);
}

/** The same call that failed and now does not: what was done in between has mended it. */
export async function learnMend(
  event: ToldEvent,
  recent: readonly FlightEntry[],
  call: WholeCall,
): Promise<undefined> {
  const { tool, input } = event;
  if (tool === undefined || input === undefined) return;
  const isSame = (entry: FlightEntry) => entry.tool === tool && entry.input === input;
  const at = recent.findLastIndex(isSame);
  const failed = recent[at];
  if (failed?.event !== 'tool_failed' || failed.error === undefined || failed.error === '') return;
  const between = recent
    .slice(at + 1)
    .filter(entry => entry.event === 'after_tool' && entry.input !== undefined);
  if (between.length === 0) return;
  const steps = between
    .slice(-mostSteps)
    .map(entry => `${entry.tool} ${textHead(entry.input ?? '', longestStep)}`);
  const solution = `After this, ${tool} ${textHead(input, longestStep)} succeeded: ${steps.join('; ')}`;
  await recordPattern({ error_type: tool, message: failed.error, solution }, call, 'tool');
}

const mostSteps = 5;
const longestStep = 300;
