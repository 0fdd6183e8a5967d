import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { Config } from '../../../shared/model/config.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import { causeOf, isKeptWhole } from '../../engine/recordings/cause-of.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { besideCall } from '../../storage/keyed-call.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { type CauseBatch, recordedSince, type WriteHow, writeServed } from './write-served.ts';

/** What was served is written so often: a crash takes what came since. */
const flushMs = 1000;
/** What was refused, since another process writes or the disk is full, is tried again so much later, each time twice as much. */
const againMs = 10_000;
const longestMs = 300_000;
/** Of what is refused again and again so many causes are held. */
const mostCauses = 1000;
/** More requests are not held at once; what comes beyond them is only counted. */
const mostHeld = 500;
/** Requests with more letters and values than this are only counted. */
const longestRequest = 64_000;

type RecorderNeeds = Needs<'world' | 'logger' | 'publish'>;

interface Recorder {
  batch: Map<string, CauseBatch>;
  heldCount: number;
  isClosed: boolean;
  /** How often in a row it was refused, and why the last time. */
  refusals: number;
  refusedWith?: string | undefined;
  /** Requests that are not even counted, since there were too many causes. */
  lost: number;
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
    refusals: 0,
    lost: 0,
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
  if (known === undefined && kept.refusals > 0 && kept.batch.size >= mostCauses) {
    kept.lost += 1;
    return;
  }
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

/** A request is served whether or not it can be recorded. */
async function flush(
  needs: RecorderNeeds,
  project: OpenProject,
  kept: Recorder,
  how: WriteHow,
): Promise<void> {
  clearTimeout(kept.timer);
  kept.timer = undefined;
  const causes = [...kept.batch.values()];
  kept.batch = new Map();
  kept.heldCount = 0;
  if (causes.length === 0) return;
  try {
    await writeServed(project, causes, how, needs.world.clock.nowIso());
    needs.publish({ event: 'project:changed', what: 'recordings' });
    if (kept.refusals > 0) needs.logger.info('requests are recorded again', { lost: kept.lost });
    Object.assign(kept, { refusals: 0, refusedWith: undefined, lost: 0 });
  } catch (error) {
    putBack(kept, causes);
    noteRefusal(needs, kept, String(error));
  }
}

/** It is said once for each reason, and in the end how many requests were lost by it. */
function noteRefusal({ logger }: RecorderNeeds, kept: Recorder, error: string): void {
  if (error !== kept.refusedWith) logger.warn('requests could not be recorded', { error });
  kept.refusedWith = error;
  // What came meanwhile has set an earlier time.
  clearTimeout(kept.timer);
  const waitMs = Math.min(longestMs, againMs * 2 ** kept.refusals);
  kept.refusals += 1;
  if (!kept.isClosed) kept.timer = setTimeout(() => void kept.flush(), waitMs).unref();
  else logger.warn('requests were never recorded', { lost: kept.lost + requestsOf(kept.batch) });
}

const requestsOf = (batch: Recorder['batch']): number =>
  [...batch.values()].reduce((sum, { requests }) => sum + requests, 0);

/** Before what came meanwhile. */
function putBack(kept: Recorder, causes: readonly CauseBatch[]): void {
  const batch = new Map(causes.map(one => [JSON.stringify(one.cause), one]));
  let heldCount = causes.reduce((count, { held }) => count + held.length, 0);
  for (const [key, later] of kept.batch) {
    const before = batch.get(key);
    const held = later.held.slice(0, Math.max(0, mostHeld - heldCount));
    if (before !== undefined) addTo(before, { ...later, held });
    else if (batch.size < mostCauses) batch.set(key, { ...later, held });
    else {
      kept.lost += later.requests;
      continue;
    }
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
