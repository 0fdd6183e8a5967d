import { unreachable } from '../../../shared/contract/errors.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import type { FlightEntry, FlightGiven, ToldEvent } from '../../../shared/model/flight.ts';
import { chars4 } from '../../engine/assembly/count-items.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { findFlight, listFlightEntries, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { assemblyHandlers } from '../assembly/assembly.ts';
import { healthHandlers } from '../health/health.ts';
import { readSavedState } from '../health/saved-state.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import type { Call, Needs } from '../project/call.ts';
import { asData } from './as-data.ts';
import type { Deed } from './follow-flight.ts';
import { knownMend, learnMend } from './learn-mends.ts';

/** Of one answer, in characters: agents put what is longer aside. */
const longestGiven = 9000;
const mostTokens = 2000;
const sessionTokens = 1200;
/** How far back it is looked what was given, and what failed. */
const recentEntries = 200;

/** It is handed on to the handlers of other groups. */
type WholeCall = Needs<keyof Call>;

/** What is known of the session an event belongs to. */
interface Past {
  readonly flight: StoredFlight | undefined;
  readonly recent: readonly FlightEntry[];
}

/** What Weft does at an event: what it gives, saved and learned. One part that fails keeps no other from being done. */
export async function answerEvent(event: ToldEvent, call: WholeCall): Promise<Deed> {
  const past = await readPast(event, call);
  const given: (FlightGiven | undefined)[] = [];
  const deed: { saved?: string[] } = {};
  const trying = async (work: () => Promise<FlightGiven | undefined>): Promise<void> => {
    try {
      given.push(await work());
    } catch (error) {
      call.logger.warn('a part of what an agent is told was left out', {
        event: event.event,
        error: String(error),
      });
    }
  };
  switch (event.event) {
    case 'session_start':
      if (event.reason === 'compact') await trying(() => savedState(event, call));
      else if (event.reason === 'resume' && past.flight !== undefined)
        await trying(() => whatChanged(past.flight?.updated_at ?? '', call));
      else await trying(() => whatStands(call));
      break;
    case 'prompt':
      await trying(() => feedHealth(event, past, call));
      await trying(() => assembled(event, past, call));
      break;
    case 'before_tool':
      await trying(() => warnings(event, past, call));
      break;
    case 'after_tool':
      await trying(() => feedHealth(event, past, call));
      await trying(() => learnMend(event, past.recent, call));
      await trying(() => assembledForFiles(event, past, call));
      break;
    case 'tool_failed':
      await trying(() => feedHealth(event, past, call));
      await trying(() => knownMend(event, call));
      break;
    case 'before_compaction':
      await trying(async () => {
        deed.saved = await saveState(event, past, call);
        return undefined;
      });
      break;
    case 'instructions_loaded':
    case 'after_compaction':
    case 'stop':
    case 'subagent_stop':
    case 'session_end':
      break;
    default:
      unreachable(event.event);
  }
  const whole = join(given.filter(one => one !== undefined));
  return { ...deed, ...(whole !== undefined && { given: whole }) };
}

function join(parts: readonly FlightGiven[]): FlightGiven | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const text = parts
    .map(part => part.text)
    .join('\n\n')
    .slice(0, longestGiven);
  return {
    ...first,
    text,
    tokens: chars4(text),
    memories: parts.flatMap(({ memories }) => memories),
    rules: parts.flatMap(({ rules }) => rules),
  };
}

async function readPast({ session_id }: ToldEvent, call: WholeCall): Promise<Past> {
  const { content } = await call.project();
  return content.read(
    database => {
      const flight = findFlight(database, session_id);
      const from = Math.max(0, (flight?.entries ?? 0) - recentEntries);
      return { flight, recent: listFlightEntries(database, session_id, from, recentEntries) };
    },
    { flight: undefined, recent: [] },
  );
}

async function whatStands(call: WholeCall): Promise<FlightGiven | undefined> {
  const task = '';
  const ledger = await ledgerHandlers['ledger.assemble'](
    { task, max_tokens: sessionTokens, search: false },
    call,
  );
  const { active_warnings, active_decisions, open_needs } = ledger;
  const lines = [
    ...active_warnings.map(({ summary, detail }) => `- Warning: ${sentence(summary, detail)}`),
    ...active_decisions.map(({ summary, rationale }) => `- Decided: ${sentence(summary, rationale)}`),
    ...open_needs.map(({ summary, detail }) => `- Open: ${sentence(summary, detail)}`),
  ];
  return lines.length === 0 ? undefined : asData('ledger of the project', lines.join('\n'));
}

const sentence = (summary: string, more: string): string => (more === '' ? summary : `${summary} (${more})`);

async function whatChanged(since: string, call: WholeCall): Promise<FlightGiven | undefined> {
  const { new_decisions, new_entries, overridden_decisions } = await ledgerHandlers['ledger.whatChanged'](
    { since },
    call,
  );
  const lines = [
    ...new_decisions.map(({ summary }) => `- Decided since: ${summary}`),
    ...overridden_decisions.map(({ summary }) => `- No longer holds: ${summary}`),
    ...new_entries.map(({ summary }) => `- New: ${summary}`),
  ];
  return lines.length === 0 ? undefined : asData(`ledger, since ${since}`, lines.join('\n'));
}

async function assembled(event: ToldEvent, past: Past, call: WholeCall): Promise<FlightGiven | undefined> {
  return assemble(event, { event: event.event }, past.recent, call, event.prompt);
}

/** The rules that speak of a file are asked when the agent has read or changed it; what it has already is not told again. */
async function assembledForFiles(
  event: ToldEvent,
  past: Past,
  call: WholeCall,
): Promise<FlightGiven | undefined> {
  const { files = [], cwd = '' } = event;
  const [first] = files;
  if (first === undefined) return undefined;
  const file = first.startsWith(`${cwd}/`) ? first.slice(cwd.length + 1) : first;
  return assemble(event, { event: event.event, tool: event.tool ?? '', file }, past.recent, call);
}

async function assemble(
  event: ToldEvent,
  variables: Readonly<Record<string, string>>,
  recent: readonly FlightEntry[],
  call: WholeCall,
  input?: string,
): Promise<FlightGiven | undefined> {
  const { permission_mode } = event;
  const request = {
    scope_variables: {
      agent: { agent_name: event.agent, agent_type: event.agent_type ?? event.agent },
      thread: { thread_id: event.session_id },
      project: { project_path: (await call.project()).path },
    },
    additional_variables: { ...variables, ...(permission_mode !== undefined && { permission_mode }) },
    ...(input !== undefined && { input }),
    constraints: { max_tokens: mostTokens, count: 'rendered' as const, deadline_ms: 500 },
  };
  const context = await assemblyHandlers['assembly.assemble']({ request }, call);
  // A prompt begins a turn with all that applies; within it only what is new is told.
  const told = input === undefined ? lastTold(recent) : new Set<string>();
  const memories = memoriesIn(context);
  if (memories.length === 0 || memories.every(id => told.has(id))) return undefined;
  const shown = withoutMemories(context, told);
  const given = asData('rules of the project', renderContext(shown, { format: 'markdown' }));
  const rules = context.trace.rules_applied.map(({ engine_id, rule_id }) => `${engine_id}/${rule_id}`);
  return { ...given, memories: memories.filter(id => !told.has(id)), rules, request };
}

/** The memories that were given since the last compaction. */
function lastTold(recent: readonly FlightEntry[]): Set<string> {
  const from = recent.findLastIndex(
    ({ event }) => event === 'after_compaction' || event === 'before_compaction',
  );
  return new Set(recent.slice(from + 1).flatMap(({ given }) => given?.memories ?? []));
}

const memoriesIn = ({ context }: AssembledContext): string[] =>
  [...new Set(Object.values(context).flatMap(items => items.map(({ memory_id }) => memory_id)))].toSorted(
    compareCodeUnits,
  );

function withoutMemories(context: AssembledContext, told: ReadonlySet<string>): AssembledContext {
  const left = Object.entries(context.context).map(([section, items]) => [
    section,
    items.filter(({ memory_id }) => !told.has(memory_id)),
  ]);
  return { ...context, context: Object.fromEntries(left) };
}

const changing = /edit|write|patch|notebook|replace/i;

/** Warnings of the ledger about a file that is about to be changed, each once a session. */
async function warnings(event: ToldEvent, past: Past, call: WholeCall): Promise<FlightGiven | undefined> {
  const { files = [], cwd = '', tool = '' } = event;
  const [first] = files;
  if (first === undefined || !changing.test(tool)) return undefined;
  const scope = first.startsWith(`${cwd}/`) ? first.slice(cwd.length + 1) : first;
  const { active_warnings } = await ledgerHandlers['ledger.assemble'](
    { task: '', scope, max_tokens: sessionTokens, search: false },
    call,
  );
  const told = new Set(past.recent.flatMap(({ given }) => given?.memories ?? []));
  const fresh = active_warnings.filter(({ id }) => !told.has(`warning:${id}`));
  if (fresh.length === 0) return undefined;
  const lines = fresh.map(
    ({ summary, detail, timestamp }) => `- Noted on ${timestamp.slice(0, 10)}: ${sentence(summary, detail)}`,
  );
  const given = asData(`warnings about ${scope}`, lines.join('\n'));
  return { ...given, memories: fresh.map(({ id }) => `warning:${id}`) };
}

async function feedHealth(event: ToldEvent, { flight }: Past, call: WholeCall): Promise<undefined> {
  const { session_id, tool, prompt, files = [] } = event;
  const letters = (event.input_chars ?? 0) + (event.response_chars ?? event.error?.length ?? 0);
  await healthHandlers['health.record'](
    {
      session_id,
      ...(tool !== undefined && { tool, message_tokens: Math.ceil(letters / 4) }),
      ...(tool !== undefined && files.length > 0 && changing.test(tool) && { files: [...files] }),
      ...(prompt !== undefined && prompt !== '' && { message: prompt }),
      ...(prompt !== undefined && prompt !== '' && flight?.turns === undefined && { task: prompt }),
      ...countsOf(flight),
    },
    call,
  );
  return undefined;
}

function countsOf(flight: StoredFlight | undefined) {
  const { context_tokens, window, model } = flight ?? {};
  return {
    ...(context_tokens !== undefined && { measured_tokens: context_tokens }),
    ...(window !== undefined && { window }),
    ...(model !== undefined && { model }),
  };
}

async function saveState(event: ToldEvent, { flight, recent }: Past, call: WholeCall): Promise<string[]> {
  const { session_id } = event;
  const task = recent.findLast(entry => entry.event === 'prompt' && entry.prompt !== '')?.prompt;
  const touched = recent.filter(({ tool = '' }) => changing.test(tool)).flatMap(({ files = [] }) => files);
  const { saved } = await healthHandlers['health.record'](
    {
      session_id,
      moment: 'before_compaction',
      ...(task !== undefined && { task }),
      ...(touched.length > 0 && { files: [...new Set(touched)] }),
      ...countsOf(flight),
    },
    call,
  );
  return saved?.files ?? [];
}

/** What was saved before a compaction, and how full the context is after it. */
async function savedState({ session_id }: ToldEvent, call: WholeCall): Promise<FlightGiven | undefined> {
  const { acknowledged } = await healthHandlers['health.acknowledgeCompaction']({ session_id }, call);
  const elements = await readSavedState((await call.project()).path, session_id);
  const own = elements.filter(({ historical }) => historical !== true);
  if (own.length === 0) return undefined;
  const texts = own.map(({ title = '', content }) => `### ${title}\n${content}`);
  const note = acknowledged ? '' : '\n\nNot everything could be saved before the compaction.';
  return asData('saved before the compaction', texts.join('\n\n') + note);
}
