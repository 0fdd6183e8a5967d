import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { flightsContract } from '../../../shared/contract/flights.ts';
import { toolTokens } from '../../../shared/contract/tool-sets.ts';
import type { FlightEntry, FlightGiven } from '../../../shared/model/flight.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import {
  findFlight,
  listFlightEntries,
  listFlights,
  pruneFlights,
  putFlight,
  type StoredFlight,
} from '../../storage/flights/flight-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Call, Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { answerEvent } from './answer-event.ts';
import { placeOf, readPast } from './flight-past.ts';
import { followFlight, isOfSession } from './follow-flight.ts';
import { listTurns, shownFlight } from './list-turns.ts';
import { predictIn } from './predict.ts';
import { hasRead, isLineStart, type NewAnswers, type ReadAnswer, readAnswers } from './read-answers.ts';
import { sessionInstructions } from './session-instructions.ts';
import { toldNow } from './tell-once.ts';

const usualFlights = 50;
const usualEntries = 200;

export const flightHandlers: Handlers<keyof typeof flightsContract> = {
  'flights.hear': hear,

  async 'flights.list'({ limit = usualFlights }, call) {
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const none = { flights: [], total: 0 };
    const { flights, total } = await project.content.read(database => listFlights(database, limit), none);
    return { flights: flights.map(flight => shownFlight(flight, mode)), total };
  },

  async 'flights.get'({ session_id, from = 0, limit = usualEntries }, call) {
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const { flight, entries } = await project.content.read(
      database => ({
        flight: findFlight(database, session_id),
        entries: listFlightEntries(database, session_id, from, limit),
      }),
      { flight: undefined, entries: [] },
    );
    if (flight === undefined) throw await noSuch(project.content, 'flight', session_id);
    const next = from + entries.length;
    return {
      flight: shownFlight(flight, mode),
      entries: entries.map(entry => redactValue(entry, mode)),
      ...(entries.length > 0 && next < flight.entries && { next }),
    };
  },

  'flights.turns': listTurns,
  'flights.instructions': sessionInstructions,

  async 'flights.predict'(input, call) {
    return predictIn((await call.project()).path, input);
  },
};

/** What is heard is redacted before it is kept: nothing of a session is worth a secret. */
async function hear(told: Input<'flights.hear'>, call: Needs<keyof Call>): Promise<Output<'flights.hear'>> {
  const project = await call.project();
  // Whatever the door, what is answered reaches an agent.
  refuseUntrusted(project);
  const { session_id } = told;
  const event = { ...redactValue(await withSize(told), await redactionModeOf(project)), session_id };
  const place = await placeOf(event, project.path);
  const past = await readPast(event, place, call);
  const known = past.flight;
  const read = await readNews(told, known);
  const mcp_servers = event.event === 'session_start' ? await offeredServers(told.cwd) : undefined;
  const answer = await answerEvent(event, past, call);
  const now = call.world.clock.nowIso();
  const record = (database: WritableDatabase): FlightGiven | undefined => {
    const before = findFlight(database, session_id);
    // Another process may have read the same answers meanwhile.
    const isNews = before?.read_bytes === known?.read_bytes && before?.transcript === known?.transcript;
    const unread = isNews ? read : undefined;
    const answers = told.answers === undefined ? unread : unheard(told.answers, before);
    // Who no longer waits hears nothing, so that it is told with the next event, and is not held up.
    const isGone = call.cancel.cancelled;
    const { given, held } = toldNow(before, isGone ? { ...event, takes: [] } : event, answer);
    const { blocked, ...done } = answer.deed;
    const deed = {
      ...done,
      ...(blocked !== undefined && !isGone && { blocked }),
      ...(given !== undefined && { given }),
      ...(mcp_servers !== undefined && { mcp_servers }),
    };
    const news = { now, answers, deed, held, scopes: place.files };
    const { flight, entries } = followFlight(before, event, news);
    putFlight(database, flight, entries);
    if (before === undefined) pruneFlights(database, now);
    return given;
  };
  const { given, unkept } = await project.content.write(record, 'flight', 'in the log').then(
    given => ({ given, unkept: undefined }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      project.folder.refuseMoved();
      // What can be read is given all the same, and maybe once more later.
      return { given: toldNow(known, event, answer).given, unkept: error.message };
    },
  );
  if (unkept === undefined) call.publish({ event: 'project:changed', what: 'flights' });
  else call.logger.warn('an event of a coding agent was not recorded', { event: event.event, error: unkept });
  const { blocked } = answer.deed;
  return {
    ...(given !== undefined && { context: given.text }),
    ...(blocked !== undefined && { block: blocked }),
    ...(unkept !== undefined && { unkept }),
  };
}

/** What the transcript has beyond what was read of it; of an agent that tells its answers, nothing. */
async function readNews(
  told: Input<'flights.hear'>,
  known: StoredFlight | undefined,
): Promise<NewAnswers | undefined> {
  if (told.answers !== undefined) return undefined;
  const { transcript: before, read_bytes = 0 } = known ?? {};
  const now = isOfSession(told) ? (told.transcript ?? before) : before;
  const isCopy = now === before || (await isLineStart(now, read_bytes));
  return readAnswers(now, isCopy ? read_bytes : 0);
}

/** Who was not told in time that they were heard, tells them again, maybe after later ones. */
function unheard(
  answers: NewAnswers['answers'],
  { told_answers = [], read_bytes = 0 }: Partial<StoredFlight> = {},
) {
  const isNew = (answer: ReadAnswer) => hasRead(answer) && !told_answers.includes(answer.answer_id);
  return { to: read_bytes, answers: answers.filter(isNew) };
}

/** An instruction file is told by its path; how long it is, the file says. */
async function withSize(told: Input<'flights.hear'>): Promise<Input<'flights.hear'>> {
  const [file] = told.files ?? [];
  if (told.event !== 'instructions_loaded' || told.response_chars !== undefined || file === undefined)
    return told;
  try {
    const stats = await stat(file);
    return stats.isFile() ? { ...told, response_chars: stats.size } : told;
  } catch {
    return told;
  }
}

const mostBytes = 65_536;
const mostServers = 50;
const mostValues = 5000;

/**
 * The MCP servers that a folder offers to agents by its `.mcp.json`. Of Weft's own it is known how many tools that is,
 * and how many tokens their descriptions take.
 */
async function offeredServers(folder: string | undefined): Promise<FlightEntry['mcp_servers']> {
  if (folder === undefined) return undefined;
  const path = join(folder, '.mcp.json');
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const bytes = await readFile(path);
    if (createJsonScale(mostValues).add(bytes) !== undefined) return undefined;
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const servers = isJsonObject(value) && isJsonObject(value.mcpServers) ? value.mcpServers : {};
    return Object.entries(servers)
      .slice(0, mostServers)
      .map(([name, server]) => ({ name: name.slice(0, 200), ...(name === 'weft' && toolsOf(server)) }));
  } catch {
    return undefined;
  }
}

/** The set that a command line asks for. */
function toolsOf(server: unknown): { readonly tools: number; readonly tokens: number } | undefined {
  const args: unknown[] = isJsonObject(server) && Array.isArray(server.args) ? server.args : [];
  const at = args.indexOf('--tools');
  if (at < 0) return toolTokens.default;
  return args[at + 1] === 'all' ? toolTokens.all : undefined;
}
