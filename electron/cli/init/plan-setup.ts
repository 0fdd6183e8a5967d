import { type AgentName, agentNames } from '../../../shared/model/coding-agents.ts';
import type { FileEdit, SetupPlace } from '../../host/agents/coding-agent.ts';
import { agentOf } from '../../host/agents/coding-agents.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { UsageError } from '../usage-error.ts';
import { type AgentFiles, edited, pathOf, withoutEdit } from './agent-files.ts';
import { type InitRecord, isUsedBy, type RecordedEdit } from './init-record.ts';
import { lineHunks, withoutHunks } from './line-hunks.ts';

/** What is to be written, and what is then to be remembered. */
export interface PlannedSetup {
  readonly edits: readonly RecordedEdit[];
  /** Folders that are to go when they are empty, outermost first. */
  readonly emptyFolders: readonly string[];
  readonly notes: readonly string[];
}

/** Puts what agents need into their files, as far as it is not there yet. */
export async function planSetup(
  files: AgentFiles,
  place: SetupPlace,
  names: readonly AgentName[],
  record: InitRecord,
): Promise<PlannedSetup> {
  const edits = [...record.edits];
  const notes: string[] = [];
  for (const name of names) {
    const agent = agentOf(name);
    for (const edit of agent.setUp(place)) {
      const path = pathOf(edit, files);
      // Instructions work without the paragraph; through a link nothing is written.
      if (edit.kind === 'paragraph' && (await files.isLink(path)))
        notes.push(`${path} is a link, and Weft writes through none: the paragraph was left out`);
      else await planEdit(files, edit, path, { name, edits });
    }
    const note = agent.note?.(place.scope);
    if (note !== undefined) notes.push(note);
  }
  return { edits, emptyFolders: [], notes };
}

async function planEdit(
  files: AgentFiles,
  edit: FileEdit,
  path: string,
  { name, edits }: { readonly name: AgentName; readonly edits: RecordedEdit[] },
): Promise<void> {
  const before = await files.read(path);
  const after = edited(edit, path, before);
  if (after === (before ?? ''))
    return share(
      edits,
      edits.findIndex(one => one.path === path && one.kind === edit.kind),
      name,
    );
  edits.push({
    path,
    kind: edit.kind,
    agents: [name],
    hunks: lineHunks(before ?? '', after),
    after: sha256(after),
    created: before === undefined,
    folders: before === undefined ? files.missingFolders(path) : [],
  });
  files.set(path, after);
}

/** What is there already, Weft has written for another agent, or the user by hand, and then it is no matter of ours. */
function share(edits: RecordedEdit[], at: number, name: AgentName): void {
  const known = edits[at];
  if (known === undefined || known.agents.includes(name)) return;
  edits[at] = { ...known, agents: [...known.agents, name] };
}

/**
 * Takes it away: byte for byte what was changed where the file is as Weft left it, or where that still stands as it was
 * written; else entry by entry, so that what others wrote since stays.
 */
export async function planRemoval(
  files: AgentFiles,
  place: SetupPlace,
  names: readonly AgentName[],
  record: InitRecord,
): Promise<PlannedSetup> {
  const left: RecordedEdit[] = [];
  const emptyFolders: string[] = [];
  for (const step of record.edits.toReversed()) {
    const agents = step.agents.filter(agent => !names.includes(agent));
    if (agents.length > 0 || !isUsedBy(step, names)) {
      left.unshift({ ...step, agents });
      continue;
    }
    await undo(files, step);
    emptyFolders.unshift(...step.folders);
  }
  const more = await removeRest(files, place, names, left);
  return { edits: left, emptyFolders: [...new Set([...emptyFolders, ...more])], notes: [] };
}

async function undo(files: AgentFiles, { path, hunks, after, created }: RecordedEdit): Promise<void> {
  const text = await files.read(path);
  if (text === undefined) return;
  const before = withoutHunks(text, hunks, sha256(text) === after);
  if (before !== undefined) files.set(path, before === '' && created ? undefined : before);
}

/** What stands there all the same: edited since, or written by a Weft that has kept no record here. Gives its folders. */
async function removeRest(
  files: AgentFiles,
  place: SetupPlace,
  names: readonly AgentName[],
  left: readonly RecordedEdit[],
): Promise<string[]> {
  const folders: string[] = [];
  for (const edit of names.flatMap(name => agentOf(name).setUp(place))) {
    const path = pathOf(edit, files);
    const isShared = left.some(one => one.path === path && one.kind === edit.kind);
    if (isShared || !(await isReadable(files, path))) continue;
    const text = (await files.read(path)) ?? '';
    const rest = withoutEdit(edit, path, text);
    if (rest !== text) files.set(path, rest === '' ? undefined : rest);
    if (rest === '') folders.push(...foldersOf(path));
  }
  return folders;
}

/** Those that a path names, outermost first. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));

async function isReadable(files: AgentFiles, path: string): Promise<boolean> {
  if (!files.isThere(path) || (await files.isLink(path))) return false;
  return (await files.read(path)) !== undefined;
}

/** The agents that were named, or else those that are found. */
export function chosenAgents(named: readonly string[], find: (name: AgentName) => boolean): AgentName[] {
  const unknown = named.find(name => !agentNames.some(known => known === name));
  if (unknown !== undefined)
    throw new UsageError(`no agent is called "${unknown}"; known are ${agentNames.join(', ')}`);
  return agentNames.filter(name => (named.length > 0 ? named.includes(name) : find(name)));
}
