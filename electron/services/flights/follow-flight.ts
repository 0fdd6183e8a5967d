import {
  type ContextOrigins,
  type FlightEntry,
  type FlightUsage,
  longestTurnTitle,
  type ToldEvent,
} from '../../../shared/model/flight.ts';
import { toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { textHead } from '../../../shared/text-head.ts';
import type { HeldText, StoredFlight } from '../../storage/flights/flight-table.ts';
import type { NewAnswers, ReadAnswer } from './read-answers.ts';

/** What Weft did at an event, beside hearing of it. */
export type Deed = Pick<FlightEntry, 'given' | 'blocked' | 'saved' | 'mcp_servers'>;

export const noTokens: FlightUsage = {
  input_tokens: 0,
  cache_read_tokens: 0,
  cache_creation_tokens: 0,
  output_tokens: 0,
};

const newFlight = ({ session_id, agent }: ToldEvent, now: string): StoredFlight => ({
  session_id,
  agent,
  started_at: now,
  updated_at: now,
  entries: 0,
  turns: 0,
  tool_calls: 0,
  compactions: 0,
  answers: 0,
  usage: noTokens,
  given_tokens: 0,
  read_bytes: 0,
});

/** What is known of an event beside what it tells. */
interface EventNews {
  readonly now: string;
  /** What the model has said before it. */
  readonly answers?: NewAnswers | undefined;
  readonly deed?: Deed;
  /** What waits from now on. */
  readonly held?: readonly HeldText[];
  /** Its files. */
  readonly scopes?: readonly string[];
}

/** An agent tells 100 again at most, beside those that it told meanwhile. */
const mostAnswers = 300;

/** A flight after an event and the answers that came before it, with the entries to be written. */
export function followFlight(
  before: StoredFlight | undefined,
  told: ToldEvent,
  news: EventNews,
): { readonly flight: StoredFlight; readonly entries: readonly FlightEntry[] } {
  const { answers, now } = news;
  const entries: FlightEntry[] = [];
  let flight = before ?? newFlight(told, now);
  for (const answer of answers?.answers ?? []) {
    const next = withAnswer(flight, answer, now);
    flight = next.flight;
    entries.push(next.entry);
  }
  if (answers !== undefined) flight = { ...flight, read_bytes: answers.to };
  const ids = told.answers && answers?.answers.map(({ answer_id }) => answer_id);
  if (ids !== undefined)
    flight = { ...flight, told_answers: [...(flight.told_answers ?? []), ...ids].slice(-mostAnswers) };
  const last = withEvent(flight, told, news);
  return { flight: last.flight, entries: [...entries, ...last.entries] };
}

/** An answer is written line by line: what comes again under its id takes the place of what it said before. */
function withAnswer(flight: StoredFlight, answer: ReadAnswer, now: string) {
  const { answer_id, usage, model, at = now, window } = answer;
  const known = flight.last_answer?.answer_id === answer_id ? flight.last_answer : undefined;
  const position = known?.position ?? flight.entries;
  const context = flight.known_origins ?? noOrigins;
  const origins = originsOf(context, usage);
  const body = { event: 'answer' as const, answer_id, model, usage, origins };
  const entry: FlightEntry = { position, turn: flight.turns, at, ...body };
  const said = usage.output_tokens - (known?.usage.output_tokens ?? 0);
  return {
    entry,
    flight: {
      ...flight,
      ...(model !== undefined && { model }),
      ...(window !== undefined && { window }),
      entries: known === undefined ? flight.entries + 1 : flight.entries,
      answers: known === undefined ? flight.answers + 1 : flight.answers,
      usage: addUsage(flight.usage, usage, known?.usage ?? noTokens),
      context_tokens: contextOf(usage),
      unread_tokens: 0,
      last_answer: { answer_id, position, usage },
      // What it said is part of what it reads next.
      known_origins: { ...context, talk: context.talk + said },
    },
  };
}

/** What the model read for an answer, and the answer, which it reads from now on. */
const contextOf = (usage: FlightUsage): number =>
  usage.input_tokens + usage.cache_read_tokens + usage.cache_creation_tokens + usage.output_tokens;

function addUsage(sum: FlightUsage, more: FlightUsage, less: FlightUsage): FlightUsage {
  const added = (name: keyof FlightUsage) => sum[name] + more[name] - less[name];
  return {
    input_tokens: added('input_tokens'),
    cache_read_tokens: added('cache_read_tokens'),
    cache_creation_tokens: added('cache_creation_tokens'),
    output_tokens: added('output_tokens'),
  };
}

/** The first prompt is what a session is called by. */
function titleOf({ title }: StoredFlight, prompt: string | undefined): Pick<StoredFlight, 'title'> {
  if (title !== undefined || prompt === undefined || prompt === '') return {};
  return { title: textHead(prompt, longestTurnTitle) };
}

function withEvent(
  before: StoredFlight,
  told: ToldEvent,
  { now, deed = {}, held = [], scopes = [] }: EventNews,
) {
  const { session_id: _, answers: ___, takes: ______, agent, cwd, transcript, model, window, ...body } = told;
  const { event, prompt } = body;
  // A tool is told before and after; before it, only what Weft did is worth an entry.
  const isQuiet = event === 'before_tool' && Object.keys(deed).length === 0;
  const turn = before.turns + (event === 'prompt' ? 1 : 0);
  const isCall = event === 'after_tool' || event === 'tool_failed';
  const { ended_at: __, context_tokens: ____, unread_tokens: _____, ...going } = before;
  const flight: StoredFlight = {
    ...going,
    agent,
    ...titleOf(before, prompt),
    ...(cwd !== undefined && { cwd }),
    ...(transcript !== undefined && isOfSession(told) && { transcript }),
    ...(model !== undefined && { model }),
    ...(window !== undefined && { window }),
    ...contextAfter(before, told, deed),
    updated_at: now,
    ...(event === 'session_end' && { ended_at: now }),
    entries: before.entries + (isQuiet ? 0 : 1),
    turns: turn,
    tool_calls: before.tool_calls + (isCall ? 1 : 0),
    compactions: before.compactions + (event === 'after_compaction' ? 1 : 0),
    given_tokens: before.given_tokens + (deed.given?.tokens ?? 0),
    known_origins: originsAfter(before.known_origins ?? noOrigins, told, deed),
    ...knownAfter(before, told, deed, isQuiet ? [] : scopes),
    held,
  };
  const entry: FlightEntry = { position: before.entries, turn, at: now, ...body, ...deed };
  return { flight, entries: isQuiet ? [] : [entry] };
}

/** Whether an event is of the session itself: a subagent has a context, and may have a transcript, of its own. */
export const isOfSession = ({ event, agent_id }: ToldEvent): boolean =>
  agent_id === undefined && event !== 'subagent_stop';

/** Once its context begins anew, the model reads something else than for its last answer; how much, its next one says. */
function contextAfter(
  { context_tokens, unread_tokens = 0 }: StoredFlight,
  told: ToldEvent,
  { given, blocked }: Deed,
) {
  if (context_tokens === undefined || (blocked === undefined && isContextAnew(told))) return {};
  const own = told.agent_id === undefined ? heardTokens(told) + (given?.tokens ?? 0) : 0;
  return { context_tokens, unread_tokens: unread_tokens + own };
}

/** What the model reads of an event with its next answer: what a tool gave back, and what the user says. */
export function heardTokens({ event, response_chars, response, error, prompt }: ToldEvent): number {
  if (event === 'prompt') return quarter((prompt ?? '').length);
  const isCall = event === 'after_tool' || event === 'tool_failed';
  return isCall ? quarter(response_chars ?? (response ?? error ?? '').length) : 0;
}

function isContextAnew({ event, reason, agent_id }: ToldEvent): boolean {
  if (agent_id !== undefined) return false;
  // Not every agent tells that it has compacted.
  if (event === 'before_compaction' || event === 'after_compaction') return true;
  return event === 'session_start' && (reason === 'compact' || reason === 'clear');
}

/** Keys of what is told about a file, which is for the whole of a session. */
export const noteKeys = { warning: 'warning:', decision: 'decision:' } as const;

const isNote = (key: string): boolean => Object.values(noteKeys).some(start => key.startsWith(start));

/** What a session knows is written with each of its events, so that of very much the oldest is forgotten. */
const mostKnown = 1000;

/** Whether the agent takes a text for its model at an event. */
export const takesText = ({ takes }: ToldEvent): boolean => takes?.includes('text') !== false;

/** What the session was told, or the subagent whose event it is, or is told as soon as its agent takes a text. */
export function toldBefore(
  flight: StoredFlight | undefined,
  { agent_id }: Pick<ToldEvent, 'agent_id'>,
): Set<string> {
  const told =
    agent_id === undefined
      ? flight?.told
      : flight?.told_within?.flatMap(([id, key]) => (id === agent_id ? [key] : []));
  const held = flight?.held?.filter(one => one.agent_id === agent_id) ?? [];
  return new Set([...(told ?? []), ...held.flatMap(({ given }) => given.memories)]);
}

/** Whether what was saved before a compaction is told at an event: not every agent begins anew after one. */
export function tellsSaved(told: ToldEvent, flight: StoredFlight | undefined): boolean {
  if (told.agent_id !== undefined || !takesText(told)) return false;
  if (told.event === 'session_start') return told.reason === 'compact';
  return flight?.is_compacted === true && (told.event === 'prompt' || told.event === 'after_tool');
}

/** What the session was told and has changed, after an event. */
function knownAfter(
  before: StoredFlight,
  told: ToldEvent,
  { given, blocked }: Deed,
  scopes: readonly string[],
) {
  const { event, reason, agent_id, tool = '', prompt = '' } = told;
  const memories = given?.memories ?? [];
  const isSession = agent_id === undefined;
  const isBegun = isSession && event === 'before_compaction' && blocked === undefined;
  const isCompaction = isBegun || (isSession && event === 'after_compaction');
  const isCleared = isSession && event === 'session_start' && reason === 'clear';
  const kept = (before.told ?? []).filter(key => !isCleared && (!isCompaction || isNote(key)));
  const changes = toolKindOf(tool) === 'change' ? scopes : [];
  return {
    told: newest([...kept, ...(isSession ? memories : [])]),
    ...toldWithin(before, agent_id, memories),
    changed: newest([...(before.changed ?? []), ...changes]),
    is_compacted: isBegun || (before.is_compacted === true && !tellsSaved(told, before)),
    ...(event === 'prompt' && prompt !== '' && { last_prompt: before.entries }),
  };
}

/** The same of subagents. */
function toldWithin(
  { told_within = [] }: StoredFlight,
  agentId: string | undefined,
  memories: readonly string[],
): Pick<StoredFlight, 'told_within'> {
  const own = agentId === undefined ? [] : memories.map(key => [agentId, key] as const);
  const all = [...told_within, ...own];
  return all.length > 0 ? { told_within: all.slice(-mostKnown) } : {};
}

const newest = (values: readonly string[]): string[] => [...new Set(values)].slice(-mostKnown);

/** Tokens by where they came from that a session's context holds, as far as events tell. */
type KnownOrigins = Omit<ContextOrigins, 'system'>;

const noOrigins: KnownOrigins = { instructions: 0, weft: 0, tools: 0, talk: 0 };

const quarter = (chars: number): number => Math.ceil(chars / 4);

/** What is in the context after an event; what happens within a subagent is in the context of that one. */
function originsAfter(before: KnownOrigins, told: ToldEvent, deed: Pick<FlightEntry, 'given'>): KnownOrigins {
  if (told.agent_id !== undefined) return before;
  const { event, reason } = told;
  const isAnew = event === 'after_compaction' || (event === 'session_start' && reason === 'clear');
  // Instruction files are loaded again after both, and told again.
  const kept = isAnew ? noOrigins : before;
  const heard = heardTokens(told);
  const summary = event === 'after_compaction' ? quarter((told.message ?? '').length) : 0;
  return {
    instructions:
      kept.instructions + (event === 'instructions_loaded' ? quarter(told.response_chars ?? 0) : 0),
    weft: kept.weft + (deed.given?.tokens ?? 0),
    tools: kept.tools + (event === 'prompt' ? 0 : heard),
    talk: kept.talk + summary + (event === 'prompt' ? heard : 0),
  };
}

/**
 * What the model read for an answer, by where it came from; together as many tokens as the transcript says. What no
 * event told is the agent's own: its system prompt and the descriptions of tools.
 */
function originsOf(known: KnownOrigins, usage: FlightUsage): ContextOrigins {
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
