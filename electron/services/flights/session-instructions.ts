import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { isWithin } from '../../../shared/instructions/file-tree.ts';
import { isInstructionAgent } from '../../../shared/instructions/instruction-readers.ts';
import { showPath } from '../../../shared/instructions/situation.ts';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import type { InstructionFile, InstructionReason } from '../../../shared/model/instruction-file.ts';
import { slashed } from '../../storage/files/path-inside.ts';
import { findFlight, type StoredFlight } from '../../storage/flights/flight-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Needs } from '../project/call.ts';
import { placeIn } from './flight-past.ts';
import { inStretches } from './list-turns.ts';
import { predictIn } from './predict.ts';

/** Files that were read, and instruction files that were loaded, are remembered up to this. */
const mostFiles = 1000;

/** What a session had of instructions at the end of a turn: what its agent told, and what follows from the files. */
export async function sessionInstructions(
  { session_id, turn }: Input<'flights.instructions'>,
  call: Needs<'project'>,
): Promise<Output<'flights.instructions'>> {
  const { path: project, content } = await call.project();
  const flight = await content.read(database => findFlight(database, session_id), undefined);
  if (flight === undefined) throw await noSuch(content, 'flight', session_id);
  const { cwd = '' } = flight;
  // An agent may name a file from its own folder, or by a link.
  const find = (file: string): string =>
    slashed(resolve(project, placeIn(project, resolve(project, cwd, file))));
  const { reads, told } = await heardUntil(call, { session_id, turn: turn ?? flight.turns, find });
  const folder = find('.');
  const { files, show: showPlace } = await foretell(slashed(project), { ...flight, cwd: folder }, reads);
  const show: Show = file => showPlace(find(file));
  return { files: merge(files ?? [], told, show), is_known: files !== undefined };
}

type Show = (path: string) => string;

async function foretell(
  project: string,
  { agent, cwd }: StoredFlight,
  reads: readonly string[],
): Promise<{ readonly files?: readonly InstructionFile[]; readonly show: Show }> {
  const folder = cwd !== undefined && isWithin(project, cwd) ? cwd : project;
  const home = slashed(homedir());
  const showFrom =
    (top: string): Show =>
    path =>
      showPath({ repository: top, folder, home }, slashed(path));
  if (!isInstructionAgent(agent)) return { show: showFrom(project) };
  const { agents, top } = await predictIn(project, { agent, folder, after: [...reads] });
  return { files: agents[0]?.files ?? [], show: showFrom(top) };
}

interface Heard {
  readonly reads: readonly string[];
  /** The entries that told of instruction files, by path. */
  readonly told: ReadonlyMap<string, FlightEntry>;
}

async function heardUntil(
  call: Needs<'project'>,
  { session_id, turn, find }: { readonly session_id: string; readonly turn: number; readonly find: Show },
): Promise<Heard> {
  const reads = new Set<string>();
  const told = new Map<string, FlightEntry>();
  const hear = (entry: FlightEntry): void => {
    const { event, agent_id, files = [] } = entry;
    if (agent_id !== undefined || reads.size + told.size >= mostFiles) return;
    if (event === 'after_tool') for (const file of files) reads.add(find(file));
    if (event === 'instructions_loaded') for (const file of files) told.set(find(file), entry);
  };
  for await (const entries of inStretches(call, session_id, 0)) {
    for (const entry of entries.filter(one => one.turn <= turn)) hear(entry);
    if ((entries.at(-1)?.turn ?? 0) > turn) break;
  }
  return { reads: [...reads], told };
}

/** Loaded is what either says; where both do, the agent is believed. */
function merge(
  foretold: readonly InstructionFile[],
  told: ReadonlyMap<string, FlightEntry>,
  show: Show,
): Output<'flights.instructions'>['files'] {
  const heard = new Map([...told].map(([path, entry]) => [show(path), toldFile(show(path), entry, show)]));
  const merged = foretold.map(file => {
    const own = heard.get(file.path);
    if (own === undefined) return { ...file, told: false };
    return file.loaded ? { ...file, told: true } : { ...own, bytes: file.bytes };
  });
  const known = new Set(foretold.map(({ path }) => path));
  const more = [...heard.values()].filter(({ path }) => !known.has(path));
  return [...merged.filter(({ loaded }) => loaded), ...more, ...merged.filter(({ loaded }) => !loaded)];
}

function toldFile(path: string, entry: FlightEntry, show: Show) {
  const { load_reason = '', trigger_file, parent_file, response_chars: bytes = 0 } = entry;
  const because = parent_file ?? trigger_file;
  return {
    path,
    loaded: true,
    reason: reasons[load_reason] ?? ('session_start' as const),
    message: `The agent said that it loaded it${load_reason === '' ? '' : ` (${load_reason})`}.`,
    ...(because !== undefined && { because_of: show(because) }),
    bytes,
    tokens: Math.ceil(bytes / 4),
    told: true,
  };
}

/** As Claude Code says why. */
const reasons: Readonly<Record<string, InstructionReason>> = {
  nested_traversal: 'file_read',
  path_glob_match: 'file_read',
  include: 'imported',
};
