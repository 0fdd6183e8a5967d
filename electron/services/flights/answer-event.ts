import { unreachable } from '../../../shared/contract/errors.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import type { FlightEntry, FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { textHead } from '../../../shared/text-head.ts';
import { isShown } from '../../engine/handoff/error-learning.ts';
import { recordPattern } from '../handoff/error-patterns.ts';
import { changeSession, handoffHandlers } from '../handoff/handoff.ts';
import { healthHandlers } from '../health/health.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import { configOf } from '../project/config.ts';
import { asData } from './as-data.ts';
import { assembled, assembledForFiles } from './assemble-for-event.ts';
import { type FlightPast, inTime, type WholeCall } from './flight-past.ts';
import { noteKeys, tellsSaved, toldBefore } from './follow-flight.ts';
import { feedHealth, keepFindings, reportSession, saveState } from './keep-session.ts';
import { savedState, sentence, whatChanged, whatStands } from './tell-at-start.ts';
import type { EventAnswer, Telling } from './tell-once.ts';

const mostSteps = 5;
const longestStep = 300;

const fileTokens = 1200;

/** A tool waits for it, 300 ms at most: of a patch of very many files the rest is told when it is changed again. */
const patienceMs = 150;

/** A part of what is done at an event: what it gives, or nothing. */
type PartOfAnswer = () => Promise<Telling | undefined>;

/**
 * What Weft does at an event: what it gives, saved and learned. Its parts are done at once, since some wait for the
 * disk; one that fails keeps no other from being done.
 */
export async function answerEvent(event: ToldEvent, past: FlightPast, call: WholeCall): Promise<EventAnswer> {
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
): readonly PartOfAnswer[] {
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
  { flight, place }: FlightPast,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  if (tellsSaved(event, flight)) return savedState(event, call);
  if (event.reason === 'resume' && flight !== undefined) return whatChanged(event, flight.updated_at, call);
  return whatStands(event, place.folder, call);
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

/** Why a tool is to wait, where the configuration says that it may; never one of Weft's own, nor one of a subagent, whose context is another. */
async function heldUp(
  { session_id, agent_id, tool }: ToldEvent,
  call: WholeCall,
): Promise<string | undefined> {
  if (agent_id !== undefined || tool === undefined || toolKindOf(tool) === 'own') return undefined;
  const { health } = await configOf(await call.project());
  if (!health.hold_tools) return undefined;
  const { allowed, reason } = await healthHandlers['health.gate']({ session_id, tool }, call);
  return allowed ? undefined : (reason ?? 'The context is to be compacted first.');
}

/** What mended this failure before, where that is sure enough. */
async function knownMend(event: ToldEvent, call: WholeCall): Promise<FlightGiven | undefined> {
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
async function learnMend(
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

/** Something of the ledger about a file, with the key by which it is told once. */
interface Note {
  readonly key: string;
  readonly line: string;
}

/** Warnings and decisions about the files that are about to be changed, each once a session. */
async function noted(
  event: ToldEvent,
  { flight, place }: FlightPast,
  call: WholeCall,
): Promise<Telling | undefined> {
  if (toolKindOf(event.tool ?? '') !== 'change') return undefined;
  const told = toldBefore(flight, event);
  const noted: NotedFile[] = [];
  let left = fileTokens;
  for (const scope of inTime(place.files, patienceMs, call)) {
    if (left < 1) break;
    const notes = (await notesOf(scope, left, call)).filter(({ key }) => !told.has(key));
    if (notes.length > 0) noted.push({ scope, notes });
    for (const { key, line } of notes) {
      told.add(key);
      left -= chars4(line);
    }
  }
  return known =>
    givenOf(
      noted
        .map(({ scope, notes }) => ({ scope, notes: notes.filter(({ key }) => !known.has(key)) }))
        .filter(({ notes }) => notes.length > 0),
    );
}

interface NotedFile {
  readonly scope: string;
  readonly notes: readonly Note[];
}

function givenOf(noted: readonly NotedFile[]): FlightGiven | undefined {
  const [first, ...others] = noted;
  if (first === undefined) return undefined;
  const given =
    others.length === 0
      ? asData(`the ledger, about ${first.scope}`, linesOf(first.notes))
      : asData(
          `the ledger, about ${noted.length} files`,
          noted.map(({ scope, notes }) => `${sentence(scope)}:\n${linesOf(notes)}`).join('\n\n'),
        );
  return { ...given, memories: noted.flatMap(({ notes }) => notes.map(({ key }) => key)) };
}

const linesOf = (notes: readonly Note[]): string => notes.map(({ line }) => line).join('\n');

async function notesOf(scope: string, max_tokens: number, call: WholeCall): Promise<Note[]> {
  const { active_warnings, active_decisions } = await ledgerHandlers['ledger.assemble'](
    { task: '', scope, max_tokens, search: false },
    call,
  );
  const { records } = await ledgerHandlers['ledger.list'](
    { scope, inside: true, kinds: ['decision'], limit: 20 },
    call,
  );
  const near = new Set(records.flatMap(record => (record.kind === 'decision' ? [record.decision.id] : [])));
  const warnings = active_warnings.map(({ id, summary, detail, timestamp }) => ({
    key: `${noteKeys.warning}${id}`,
    line: `- Noted on ${timestamp.slice(0, 10)}: ${sentence(summary, detail)}`,
  }));
  const decisions = active_decisions
    .filter(({ id, affected_files }) => near.has(id) || affected_files.includes(scope))
    .map(({ id, summary, rationale }) => ({
      key: `${noteKeys.decision}${id}`,
      line: `- Decided: ${sentence(summary, rationale)}`,
    }));
  return [...warnings, ...decisions];
}
