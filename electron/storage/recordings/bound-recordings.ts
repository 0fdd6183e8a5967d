import type { RecordingOrigin } from '../../../shared/model/recording.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { placeOf, type RecordingBounds, type RecordingPlace } from './recording-table.ts';

/** Causes more than this are not told apart for long: the ones that were served longest ago go first. */
const mostCauses = 2000;

/** Which of these give way; `engine/recordings/cause-of.ts` says by what. */
type ChooseGivingWay = (
  newestFirst: readonly (RecordingPlace & { readonly bytes: number })[],
  bounds: Pick<RecordingBounds, 'recordings' | 'bytes'>,
) => readonly RecordingPlace[];

/** Room is made for the next ones, too, so that not each of them is looked for one to go. */
const roomLeft = 0.95;

/** Forgets what is too old, and what is too much. */
export function boundRecordings(
  database: WritableDatabase,
  { recordings, bytes, since }: RecordingBounds,
  choose: ChooseGivingWay,
): void {
  prepare(database, 'DELETE FROM recording WHERE at < ?').run(since);
  prepare(database, 'DELETE FROM recording_cause WHERE last_at < ?').run(since);
  prepare(
    database,
    'DELETE FROM recording_cause WHERE id IN (SELECT id FROM recording_cause ORDER BY last_at DESC, id LIMIT -1 OFFSET ?)',
  ).run(mostCauses);
  const size = sizeOfRecordings(database);
  if (size.recordings <= recordings && size.bytes <= bytes) return;
  const sql = 'SELECT cause_id, position, bytes FROM recording ORDER BY cause_id, position DESC';
  const rows = prepare<RecordingPlace & { bytes: number }>(database, sql).all(); // the columns just named
  const less = { recordings: Math.floor(recordings * roomLeft), bytes: Math.floor(bytes * roomLeft) };
  const forget = prepare(database, 'DELETE FROM recording WHERE cause_id = ? AND position = ?');
  for (const { cause_id, position } of choose(rows, less)) forget.run(cause_id, position);
}

export function sizeOfRecordings(database: ReadableDatabase): {
  readonly recordings: number;
  readonly bytes: number;
} {
  const sql = 'SELECT count(*) AS recordings, coalesce(sum(bytes), 0) AS bytes FROM recording';
  const size = prepare<{ recordings: number; bytes: number }>(database, sql).get(); // the columns just named
  return size ?? { recordings: 0, bytes: 0 };
}

/** What is to be forgotten: single recordings, causes with theirs, or all of one origin, or all. */
export interface Forgotten {
  readonly ids?: readonly string[] | undefined;
  readonly causes?: readonly string[] | undefined;
  readonly origin?: RecordingOrigin | undefined;
}

/** How many recordings and causes went. */
export function forgetRecordings(
  database: WritableDatabase,
  { ids, causes, origin }: Forgotten,
): { readonly recordings: number; readonly causes: number } {
  const before = countKept(database);
  const isAll = ids === undefined && causes === undefined && origin === undefined;
  if (isAll) prepare(database, 'DELETE FROM recording_cause').run();
  const one = prepare(database, 'DELETE FROM recording WHERE cause_id = ? AND position = ?');
  for (const { cause_id, position } of (ids ?? []).map(placeOf)) one.run(cause_id, position);
  const cause = prepare(database, 'DELETE FROM recording_cause WHERE id = ?');
  for (const id of causes ?? []) cause.run(id);
  if (origin !== undefined)
    prepare(database, "DELETE FROM recording_cause WHERE json_extract(state, '$.origin') = ?").run(origin);
  const after = countKept(database);
  return { recordings: before.recordings - after.recordings, causes: before.causes - after.causes };
}

/** How many recordings and causes there are. */
export function countKept(database: ReadableDatabase): {
  readonly recordings: number;
  readonly causes: number;
} {
  const causes = Number(prepare(database, 'SELECT count(*) FROM recording_cause').pluck().get());
  return { recordings: sizeOfRecordings(database).recordings, causes };
}
