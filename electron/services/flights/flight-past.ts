import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FlightEntry, ToldEvent } from '../../../shared/model/flight.ts';
import { isInside } from '../../storage/files/path-inside.ts';
import { findFlight, listFlightEntries, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { findRepository } from '../../storage/git/find-repository.ts';
import type { Call, Needs } from '../project/call.ts';

/** It is handed on to the handlers of other groups. */
export type WholeCall = Needs<keyof Call>;

/** What is known of an event, and of the session it belongs to. */
export interface FlightPast {
  readonly place: EventPlace;
  /** With what it was told and what it has changed, however long ago. */
  readonly flight: StoredFlight | undefined;
  /** After a tool: the last entries, oldest first. */
  readonly recent: readonly FlightEntry[];
  /** Before a compaction, and after a tool that names files: what was asked for last. */
  readonly task: string | undefined;
}

/** How far back it is looked what failed. */
const recentEntries = 200;

export async function readPast(
  { session_id, event }: ToldEvent,
  place: EventPlace,
  call: WholeCall,
): Promise<FlightPast> {
  const { content } = await call.project();
  const nothing: FlightPast = { place, flight: undefined, recent: [], task: undefined };
  const read = content.read<FlightPast>(database => {
    const flight = findFlight(database, session_id);
    const entries = (from: number, count: number) =>
      listFlightEntries(database, session_id, Math.max(0, from), count);
    const asksTask = event === 'before_compaction' || (event === 'after_tool' && place.files.length > 0);
    const prompt = asksTask ? flight?.last_prompt : undefined;
    return {
      place,
      flight,
      recent:
        event === 'after_tool' && flight !== undefined
          ? entries(flight.entries - recentEntries, recentEntries)
          : [],
      task: prompt === undefined ? undefined : entries(prompt, 1)[0]?.prompt,
    };
  }, nothing);
  // Without it an agent is told more than once what it knows, which is better than nothing.
  return read.catch((error: unknown) => {
    call.logger.warn('what a session has told before cannot be read', { event, error: String(error) });
    return nothing;
  });
}

/** Where the agent of an event works. */
interface EventPlace {
  /** The project as it has it there. */
  readonly copy: string;
  /** The folder that it works in as a scope. */
  readonly folder: string;
  /** The files of the event as scopes: an agent may work in a folder of the project, and names files from there. */
  readonly files: readonly string[];
}

export async function placeOf({ files = [], cwd = '' }: ToldEvent, project: string): Promise<EventPlace> {
  const copy = await workingCopy(cwd, project);
  const folder = placeIn(copy, resolve(project, cwd));
  const scopeOf = (file: string): string => {
    const path = resolve(project, cwd, file);
    const place = placeIn(copy, path);
    return (isAbsolute(place) ? placeIn(project, path) : place) || file;
  };
  return {
    copy,
    folder: folder === '' || isAbsolute(folder) ? 'project' : folder,
    files: [...new Set(files.map(scopeOf))],
  };
}

/** The project as the agent has it: where it works in a worktree that lies in the project, the same folder of that one. */
async function workingCopy(cwd: string, project: string): Promise<string> {
  try {
    const folder = await realpath(resolve(project, cwd));
    if (folder === project || !isInside(project, folder)) return project;
    const [own, whole] = [await findRepository(folder), await findRepository(project)];
    const isOther = own.gitFolder !== whole.gitFolder && own.sharedFolder === whole.sharedFolder;
    return isOther ? resolve(folder, relative(`/${own.prefix}`, '/'), whole.prefix) : project;
  } catch {
    // Without a repository there is one copy.
    return project;
  }
}

/** The first, and others as long as that takes no longer than so many milliseconds. */
export function* inTime<Value>(
  values: readonly Value[],
  mostMs: number,
  { world: { clock } }: Needs<'world'>,
): Generator<Value> {
  const untilMs = clock.monotonicMs() + mostMs;
  for (const [at, value] of values.entries()) {
    if (at > 0 && clock.monotonicMs() > untilMs) return;
    yield value;
  }
}

/** A place from the project on, with forward slashes, empty for the project itself; one outside as it is. */
export function placeIn(project: string, path: string): string {
  const real = isInside(project, path) ? path : realPath(path);
  return isInside(project, real) ? relative(project, real).split(sep).join('/') : path;
}

/** Agents may name a folder by a link to it. What is not there yet is where its folder is. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
