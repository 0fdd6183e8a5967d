import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { Config } from '../../../shared/model/config.ts';
import type { RecordedCause } from '../../../shared/model/recording.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue, redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import { causeOf, givingWay, isKeptWhole } from '../../engine/recordings/cause-of.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { besideCall } from '../../storage/keyed-call.ts';
import { createPause } from '../../storage/pause.ts';
import { boundRecordings } from '../../storage/recordings/bound-recordings.ts';
import {
  dayOf,
  findCause,
  type NewRecording,
  putCause,
  putRecording,
  type StoredCause,
} from '../../storage/recordings/recording-table.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** What was served is written so often: a crash takes what came since. */
const flushMs = 1000;
/** What was refused, since another process writes, is tried again so much later. */
const againMs = 10_000;
/** Of what is refused again and again so many causes are held. */
const mostCauses = 1000;
/** More requests are not held at once; what comes beyond them is only counted. */
const mostHeld = 500;
/** Requests with more letters and values than this are only counted. */
const longestRequest = 64_000;
const dayMs = 86_400_000;

type RecorderNeeds = Needs<'world' | 'logger' | 'publish'>;

interface Held {
  /** The how-manieth of its cause since the last time they were written. */
  readonly nth: number;
  readonly at: string;
  readonly request: unknown;
  readonly tokens: number;
}

interface CauseBatch {
  readonly cause: RecordedCause;
  readonly first_at: string;
  readonly tokens: Map<string, number>;
  readonly held: Held[];
  requests: number;
  last_at: string;
}

interface Recorder {
  batch: Map<string, CauseBatch>;
  heldCount: number;
  isClosed: boolean;
  timer?: NodeJS.Timeout | undefined;
  /** Writes what came until now, after what is being written. */
  flush: () => Promise<void>;
  readonly oneAfterTheOther: SerialQueue;
}

/** Served requests that are not written yet, by cause. */
const recorder: PartKind<Recorder> = {
  make: () => ({
    batch: new Map(),
    heldCount: 0,
    isClosed: false,
    flush: async () => {},
    oneAfterTheOther: createSerialQueue(),
  }),
  close(kept) {
    kept.isClosed = true;
    return kept.flush();
  },
};

/** Writes what was served until now. */
export const flushRecordings = ({ parts }: Pick<OpenProject, 'parts'>): Promise<void> =>
  parts.of(recorder).flush();

/** The oldest time of which recordings are kept. */
export const recordedSince = (nowIso: string, { max_days }: Config['recordings']): string =>
  new Date(Date.parse(nowIso) - max_days * dayMs).toISOString();

/** What is kept of recordings, once what was served until now is written, so that who asks sees it. */
export async function readyToRead(
  { world }: Needs<'world'>,
  project: OpenProject,
): Promise<{ readonly settings: Config['recordings']; readonly since: string }> {
  await flushRecordings(project);
  const { recordings: settings } = await configOf(project);
  return { settings, since: recordedSince(world.clock.nowIso(), settings) };
}

/** Notes a request and its context; it is written a little later, so that nobody waits for it. */
export function recordServed(
  needs: RecorderNeeds,
  project: OpenProject,
  { recordings, redaction_mode }: Pick<Config, 'recordings' | 'redaction_mode'>,
  { request, assembled }: { readonly request: unknown; readonly assembled: AssembledContext },
): void {
  const kept = project.parts.of(recorder);
  const { cause, tokens } = causeOf(assembled);
  const at = needs.world.clock.nowIso();
  const key = JSON.stringify(cause);
  const known = kept.batch.get(key);
  const batch: CauseBatch = known ?? {
    cause,
    first_at: at,
    last_at: at,
    tokens: new Map(),
    held: [],
    requests: 0,
  };
  if (known === undefined) kept.batch.set(key, batch);
  batch.requests += 1;
  batch.last_at = at;
  addTokens(batch, tokens);
  if (isKeptWhole(batch.requests) && kept.heldCount < mostHeld && isShort(request)) {
    batch.held.push({ nth: batch.requests, at, request, tokens: assembled.meta.token_estimate });
    kept.heldCount += 1;
  }
  // Nothing is worth a secret, also where the user shows them to agents.
  const mode = redaction_mode === 'off' ? 'pattern_only' : redaction_mode;
  kept.flush = () =>
    kept.oneAfterTheOther(() => besideCall(() => flush(needs, project, kept, { recordings, mode })));
  kept.timer ??= setTimeout(() => void kept.flush(), flushMs).unref();
}

/** Looks at no more of a request than it may have. */
function isShort(request: unknown): boolean {
  const open: unknown[] = [request];
  for (let size = 0; open.length > 0; size += 1) {
    const value = open.pop();
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        size += name.length;
        open.push(inner);
      }
    if (size + open.length > longestRequest) return false;
  }
  return true;
}

interface FlushHow {
  readonly recordings: Config['recordings'];
  readonly mode: RedactionMode;
}

/** A request is served whether or not it can be recorded. */
async function flush(
  needs: RecorderNeeds,
  project: OpenProject,
  kept: Recorder,
  how: FlushHow,
): Promise<void> {
  clearTimeout(kept.timer);
  kept.timer = undefined;
  const causes = [...kept.batch.values()];
  kept.batch = new Map();
  kept.heldCount = 0;
  if (causes.length === 0) return;
  try {
    await write(project, causes, how, needs.world.clock.nowIso());
    needs.publish({ event: 'project:changed', what: 'recordings' });
  } catch (error) {
    needs.logger.warn('requests could not be recorded', { error: String(error) });
    putBack(kept, causes);
    if (!kept.isClosed) kept.timer ??= setTimeout(() => void kept.flush(), againMs).unref();
  }
}

/** Before what came meanwhile. */
function putBack(kept: Recorder, causes: readonly CauseBatch[]): void {
  const batch = new Map(causes.map(one => [JSON.stringify(one.cause), one]));
  let heldCount = causes.reduce((count, { held }) => count + held.length, 0);
  for (const [key, later] of kept.batch) {
    const before = batch.get(key);
    const held = later.held.slice(0, Math.max(0, mostHeld - heldCount));
    if (before !== undefined) addTo(before, { ...later, held });
    else if (batch.size < mostCauses) batch.set(key, { ...later, held });
    else continue;
    heldCount += held.length;
  }
  Object.assign(kept, { batch, heldCount });
}

function addTo(before: CauseBatch, { held, requests, tokens, last_at }: CauseBatch): void {
  before.held.push(...held.map(one => ({ ...one, nth: one.nth + before.requests })));
  before.requests += requests;
  before.last_at = last_at;
  addTokens(before, tokens);
}

function addTokens({ tokens }: CauseBatch, more: ReadonlyMap<string, number>): void {
  for (const [memory, count] of more) tokens.set(memory, (tokens.get(memory) ?? 0) + count);
}

async function write(
  project: OpenProject,
  causes: readonly CauseBatch[],
  { recordings, mode }: FlushHow,
  nowIso: string,
): Promise<void> {
  const ready = await readyToWrite(project, causes, mode);
  const since = recordedSince(nowIso, recordings);
  const bounds = {
    recordings: recordings.max_requests,
    bytes: recordings.max_megabytes * 1_000_000,
    since,
  };
  const keep = (database: WritableDatabase) => {
    for (const one of ready) putServed(database, one, since);
    boundRecordings(database, bounds, givingWay);
  };
  await project.content.write(keep, undefined, 'in the log');
}

interface ReadyCause {
  readonly id: string;
  readonly batch: CauseBatch;
  readonly cause: RecordedCause;
  readonly tokens: Readonly<Record<string, number>>;
  readonly kept: readonly Held[];
}

/** Without secrets, and of what is common not more than is to be kept; others have their turns meanwhile. */
async function readyToWrite(
  project: OpenProject,
  causes: readonly CauseBatch[],
  mode: RedactionMode,
): Promise<ReadyCause[]> {
  const pause = createPause();
  const named = causes.map(batch => {
    const cause = redactValue(batch.cause, mode);
    const tokens = redactValue(Object.fromEntries(batch.tokens), mode);
    return { batch, cause, tokens, id: causeId('served', cause) };
  });
  const ever = await project.content.read(
    database => named.map(({ id }) => findCause(database, id)?.ever ?? 0),
    named.map(() => 0),
  );
  const ready: ReadyCause[] = [];
  for (const [at, { batch, ...one }] of named.entries()) {
    const kept: Held[] = [];
    for (const held of batch.held.filter(({ nth }) => isKeptWhole((ever[at] ?? 0) + nth)))
      kept.push({ ...held, request: await redactValueInStretches(held.request, mode, pause) });
    ready.push({ ...one, batch, kept });
  }
  return ready;
}

/** The same cause has the same id in every project and process. */
export const causeId = (origin: StoredCause['origin'], { rules, memories, cut, missing }: RecordedCause) =>
  sha256(JSON.stringify([origin, rules, memories, cut, missing])).slice(0, 16);

function putServed(
  database: WritableDatabase,
  { id, batch, cause, tokens: added, kept }: ReadyCause,
  since: string,
): void {
  const before = findCause(database, id);
  const ever = before?.ever ?? 0;
  putCause(database, id, {
    ...cause,
    origin: 'served',
    first_at: before?.first_at ?? batch.first_at,
    last_at: batch.last_at,
    ever: ever + batch.requests,
    days: daysAfter(before?.days ?? {}, batch, since),
    tokens: tokensAfter(before?.tokens ?? {}, added),
  });
  for (const { nth, at, request, tokens } of kept)
    putRecording(database, id, { position: ever + nth, at, request, tokens } satisfies NewRecording);
}

function daysAfter(
  before: StoredCause['days'],
  { last_at, requests }: CauseBatch,
  since: string,
): StoredCause['days'] {
  const day = dayOf(last_at);
  const first = dayOf(since);
  const recent = Object.entries(before).filter(([date]) => date >= first);
  return { ...Object.fromEntries(recent), [day]: (before[day] ?? 0) + requests };
}

function tokensAfter(before: StoredCause['tokens'], added: StoredCause['tokens']): StoredCause['tokens'] {
  const sums = Object.entries(added).map(
    ([memory, tokens]) => [memory, (before[memory] ?? 0) + tokens] as const,
  );
  return { ...before, ...Object.fromEntries(sums) };
}
