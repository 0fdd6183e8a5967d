import { unreachable } from '../../../shared/contract/errors.ts';
import type { FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { changeSession } from '../handoff/handoff.ts';
import { healthHandlers } from '../health/health.ts';
import { configOf } from '../project/config.ts';
import { assembled, assembledForFiles } from './assemble-for-event.ts';
import { type FlightPast, readPast, type WholeCall } from './flight-past.ts';
import { tellsSaved } from './follow-flight.ts';
import { feedHealth, keepFindings, reportSession, saveState } from './keep-session.ts';
import { knownMend, learnMend } from './learn-mends.ts';
import { noted } from './note-files.ts';
import { savedState, whatChanged, whatStands } from './tell-at-start.ts';
import type { EventAnswer, Telling } from './tell-once.ts';

/** A part of what is done at an event: what it gives, or nothing. */
type Part = () => Promise<Telling | undefined>;

/**
 * What Weft does at an event: what it gives, saved and learned. Its parts are done at once, since some wait for the
 * disk; one that fails keeps no other from being done.
 */
export async function answerEvent(event: ToldEvent, call: WholeCall): Promise<EventAnswer> {
  const past = await readPast(event, call);
  const deed: { saved?: string[]; blocked?: string } = {};
  const done = await Promise.allSettled(partsOf(event, past, call, deed).map(part => part()));
  const tellings: Telling[] = [];
  for (const one of done)
    if (one.status === 'rejected')
      call.logger.warn('a part of what an agent is told was left out', {
        event: event.event,
        error: String(one.reason),
      });
    else if (one.value !== undefined) tellings.push(one.value);
  return { deed, tellings };
}

function partsOf(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
  deed: { saved?: string[]; blocked?: string },
): readonly Part[] {
  switch (event.event) {
    case 'session_start':
      return [() => noteSession(event, call), () => atStart(event, past, call)];
    case 'prompt':
      return [
        () => savedOnce(event, past, call),
        () => feedHealth(event, past, call),
        () => assembled(event, past, call),
      ];
    case 'before_tool':
      return [() => hold(event, call, deed), () => noted(event, past, call)];
    case 'after_tool':
      return [
        () => savedOnce(event, past, call),
        () => feedHealth(event, past, call),
        () => learnMend(event, past.recent, call),
        () => assembledForFiles(event, past, call),
        () => mendOfOutput(event, call),
      ];
    case 'tool_failed':
      return [() => feedHealth(event, past, call), () => knownMend(event, call)];
    case 'before_compaction':
      return [() => save(event, past, call, deed)];
    case 'subagent_stop':
      return [() => keepFindings(event, call)];
    case 'session_end':
      return [() => reportSession(event, past, call)];
    case 'instructions_loaded':
    case 'after_compaction':
    case 'stop':
      return [];
    default:
      return unreachable(event.event);
  }
}

function atStart(
  event: ToldEvent,
  { flight }: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  if (tellsSaved(event, flight)) return savedState(event, call);
  if (event.reason === 'resume' && flight !== undefined) return whatChanged(event, flight.updated_at, call);
  return whatStands(event, call);
}

/** Tools that end together are told of it once. */
async function savedOnce(event: ToldEvent, past: FlightPast, call: WholeCall): Promise<Telling | undefined> {
  if (!tellsSaved(event, past.flight)) return undefined;
  const saved = await savedState(event, call);
  return saved && ((_, flight) => (tellsSaved(event, flight) ? saved : undefined));
}

/** What others keep beside the session, such as its project, stays: it also starts when it is resumed. */
async function noteSession({ session_id, agent }: ToldEvent, call: WholeCall): Promise<undefined> {
  await changeSession(session_id, before => ({ ...before, agent }), call);
}

async function hold(event: ToldEvent, call: WholeCall, deed: { blocked?: string }): Promise<undefined> {
  const reason = await heldUp(event, call);
  if (reason !== undefined) deed.blocked = reason;
}

/** Where an agent does not say that a command failed, what it printed is known all the same. */
async function mendOfOutput(event: ToldEvent, call: WholeCall): Promise<FlightGiven | undefined> {
  const { tool = '', response } = event;
  if (response === undefined || toolKindOf(tool) !== 'run') return undefined;
  return knownMend({ ...event, error: response.trim() }, call);
}

/** Only then the compaction goes on; where the configuration demands it, not without everything being saved. */
async function save(
  event: ToldEvent,
  past: FlightPast,
  call: WholeCall,
  deed: { saved?: string[]; blocked?: string },
): Promise<undefined> {
  const { health } = await configOf(await call.project());
  const isDemanded = health.demand_save && event.takes?.includes('hold') !== false;
  try {
    const { files, failure } = await saveState(event, past, call);
    deed.saved = files;
    if (failure !== undefined && isDemanded) deed.blocked = `NOT saved: ${failure}`;
  } catch (error) {
    if (isDemanded) deed.blocked = 'NOT saved: the state of the session could not be written';
    throw error;
  }
}

/** Why a tool is to wait, where the configuration says that it may; never one of Weft's own. */
async function heldUp({ session_id, tool }: ToldEvent, call: WholeCall): Promise<string | undefined> {
  if (tool === undefined || toolKindOf(tool) === 'own') return undefined;
  const { health } = await configOf(await call.project());
  if (!health.hold_tools) return undefined;
  const { allowed, reason } = await healthHandlers['health.gate']({ session_id, tool }, call);
  return allowed ? undefined : (reason ?? 'The context is to be compacted first.');
}
