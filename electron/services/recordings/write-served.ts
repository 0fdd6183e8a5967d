import type { Config } from '../../../shared/model/config.ts';
import type { RecordedCause } from '../../../shared/model/recording.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue, redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import { givingWay, isKeptWhole } from '../../engine/recordings/cause-of.ts';
import type { WritableDatabase } from '../../storage/database/sqlite.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
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
import type { OpenProject } from '../project/project.ts';

const dayMs = 86_400_000;

interface Held {
  /** The how-manieth of its cause since the last time they were written. */
  readonly nth: number;
  readonly at: string;
  readonly request: unknown;
  readonly tokens: number;
}

/** Served requests of one cause. */
export interface CauseBatch {
  readonly cause: RecordedCause;
  readonly first_at: string;
  readonly tokens: Map<string, number>;
  readonly held: Held[];
  requests: number;
  last_at: string;
}

export interface WriteHow {
  readonly recordings: Config['recordings'];
  readonly mode: RedactionMode;
}

/** The oldest time of which recordings are kept. */
export const recordedSince = (nowIso: string, { max_days }: Config['recordings']): string =>
  new Date(Date.parse(nowIso) - max_days * dayMs).toISOString();

/** Writes what was served, without secrets, within the bounds of what is kept. */
export async function writeServed(
  project: OpenProject,
  causes: readonly CauseBatch[],
  { recordings, mode }: WriteHow,
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
