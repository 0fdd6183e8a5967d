import { hasShape } from '../../../shared/model/check-shape.ts';
import type { ToldEvent } from '../../../shared/model/flight.ts';
import { packageDraftSchema } from '../../../shared/model/handoff.ts';
import { mostNotes } from '../../../shared/model/health.ts';
import { toolCostName, toolKindOf } from '../../../shared/model/tool-kinds.ts';
import { textHead } from '../../../shared/text-head.ts';
import { findFlightEntries, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { handoffHandlers } from '../handoff/handoff.ts';
import { healthHandlers } from '../health/health.ts';
import { ledgerHandlers } from '../ledger/ledger.ts';
import type { FlightPast, WholeCall } from './flight-past.ts';
import { heardTokens } from './follow-flight.ts';

/** The files of `.rune/` that were written, and what was not saved. */
interface SavedState {
  readonly files: string[];
  readonly failure: string | undefined;
}

export async function feedHealth(
  event: ToldEvent,
  { flight, place }: FlightPast,
  call: WholeCall,
): Promise<undefined> {
  const { session_id, agent_id, tool, prompt } = event;
  const files = tool !== undefined && toolKindOf(tool) === 'change' ? [...place.files] : [];
  // What a subagent reads fills a context of its own.
  if (agent_id !== undefined) {
    if (files.length > 0) await healthHandlers['health.record']({ session_id, files }, call);
    return undefined;
  }
  const letters = (event.input_chars ?? 0) + (event.response_chars ?? event.error?.length ?? 0);
  await healthHandlers['health.record'](
    {
      session_id,
      ...(tool !== undefined && {
        tool: toolCostName(tool, letters),
        message_tokens: Math.ceil(letters / 4),
      }),
      ...(files.length > 0 && { files }),
      ...(prompt !== undefined && prompt !== '' && { message: prompt }),
      ...(prompt !== undefined && prompt !== '' && (flight?.turns ?? 0) === 0 && { task: prompt }),
      ...countsOf(flight, heardTokens(event)),
    },
    call,
  );
  return undefined;
}

/** The last answer says how much the model had read for it; what has come since is added. */
function countsOf(flight: StoredFlight | undefined, heard = 0) {
  const { context_tokens, unread_tokens = 0, window, model } = flight ?? {};
  return {
    ...(context_tokens !== undefined && { measured_tokens: context_tokens + unread_tokens + heard }),
    ...(window !== undefined && { window }),
    ...(model !== undefined && { model }),
  };
}

export async function saveState(
  event: ToldEvent,
  { flight, task }: FlightPast,
  call: WholeCall,
): Promise<SavedState> {
  const { session_id } = event;
  const { changed = [] } = flight ?? {};
  const { saved } = await healthHandlers['health.record'](
    {
      session_id,
      moment: 'before_compaction',
      ...(task !== undefined && { task }),
      ...(changed.length > 0 && { files: [...changed] }),
      ...(await ledgerNotes(flight, call)),
      ...countsOf(flight),
    },
    call,
  );
  return {
    files: saved?.files ?? [],
    failure: saved?.ok === false ? (saved.failure ?? 'nothing was written') : undefined,
  };
}

/** What the ledger has got since the session began: its own decisions, and what is still open. */
async function ledgerNotes(flight: StoredFlight | undefined, call: WholeCall) {
  if (flight === undefined) return {};
  const { new_decisions } = await ledgerHandlers['ledger.whatChanged']({ since: flight.started_at }, call);
  const made = new Set(new_decisions.length === 0 ? [] : await decidedIn(flight, call));
  const own = new_decisions.filter(({ id }) => made.has(id));
  return {
    ...(own.length > 0 && { decisions: own.map(({ summary }) => summary).slice(0, mostNotes) }),
    ...(await remainingNotes(flight, call)),
  };
}

/** An id as it is minted. */
const mintedId = /(?<![0-9A-Z])[0-9A-Z]{26}(?![0-9A-Z])/;

/** Ids of what a session decided: a decision does not say whose it is, the answer to who decides begins with it. */
async function decidedIn({ session_id }: StoredFlight, call: WholeCall): Promise<string[]> {
  const { content } = await call.project();
  const entries = await content.read(
    database =>
      ['twining_decide', 'ledger.decide'].flatMap(name => findFlightEntries(database, session_id, name)),
    [],
  );
  return entries
    .filter(({ tool, input }) => tool?.endsWith('twining_decide') || input?.includes('ledger.decide'))
    .flatMap(({ response }) => mintedId.exec(response ?? '') ?? []);
}

/** What a session told itself stays. What was asked in the ledger counts until it is resolved, also if nothing is left. */
async function remainingNotes({ session_id, started_at: since }: StoredFlight, call: WholeCall) {
  const { records, resolved } = await ledgerHandlers['ledger.list'](
    { entry_types: ['question', 'need'], since, limit: mostNotes },
    call,
  );
  if (records.length === 0) return {};
  const asked = records.flatMap(record => (record.kind === 'entry' ? [record.entry] : []));
  const summaries = new Set(asked.map(({ summary }) => summary));
  const { sessions } = await healthHandlers['health.state']({ session_id }, call);
  const told = sessions[0]?.notes.remaining?.filter(text => !summaries.has(text)) ?? [];
  const open = asked.filter(({ id }) => !resolved.includes(id)).map(({ summary }) => summary);
  return { remaining: [...told, ...open].slice(0, mostNotes) };
}

const { file_path: filePath } = packageDraftSchema.shape;

/** What a subagent has found is left for whoever comes next in this session. */
export async function keepFindings(event: ToldEvent, call: WholeCall): Promise<undefined> {
  const { session_id, agent, agent_type, transcript, message = '' } = event;
  const summary = oneLine(message);
  if (summary === '') return;
  await handoffHandlers['packages.save'](
    {
      session_id,
      package_type: 'handoff',
      // Not every agent tells a transcript.
      file_path: hasShape(filePath, transcript) ? transcript : oneLine(`Session of ${agent}: ${session_id}`),
      producer_agent: agent_type || 'subagent',
      priority: 'medium',
      summary,
      content: message,
    },
    call,
  );
}

/** What a session was, for the ledger; one in which nothing was asked leaves nothing. */
export async function reportSession(
  { session_id, reason }: ToldEvent,
  { flight }: FlightPast,
  call: WholeCall,
): Promise<undefined> {
  if (flight === undefined || flight.turns === 0) return;
  const { agent, title = '', turns, tool_calls, compactions, usage, given_tokens, changed = [] } = flight;
  await ledgerHandlers['ledger.post'](
    {
      entry_type: 'status',
      agent_id: 'weft',
      tags: ['session', agent],
      summary: oneLine(`Session of ${agent}: ${title}`),
      detail: [
        `Session ${session_id}${reason === undefined ? '' : `, ended: ${reason}`}`,
        `${turns} turns, ${tool_calls} tool calls, ${compactions} compactions`,
        `${usage.input_tokens + usage.cache_read_tokens + usage.cache_creation_tokens} tokens read, ${usage.output_tokens} written, ${given_tokens} given by Weft`,
        ...(changed.length > 0 ? [`Files changed: ${listOf(changed)}`] : []),
      ].join('\n'),
    },
    call,
  );
}

/** A text of the ledger holds not all of very many. */
const longestList = 20_000;

function listOf(files: readonly string[]): string {
  const list = files.join(', ');
  return list.length <= longestList ? list : `${list.slice(0, list.lastIndexOf(', ', longestList))}, …`;
}

const oneLine = (text: string): string => textHead(text.replace(/[\s\u0085]+/g, ' ').trim(), 200).trim();
