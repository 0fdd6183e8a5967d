import { chars4 } from '../model/chars4.ts';
import type { InstructionFile, InstructionReason, LoadingChange } from '../model/instruction-file.ts';
import { type FileTree, foldersDownTo, isWithin, parentOf, relativeTo } from './file-tree.ts';
import { examplePath, type PathTest } from './glob.ts';

/** Where an agent works, and what it did so far. All paths are absolute. */
export interface Situation {
  readonly tree: FileTree;
  /** The user's folder. */
  readonly home: string;
  /** The folder the agent was started in. */
  readonly folder: string;
  /** The top of the repository that the folder lies in; undefined where it is in none. */
  readonly repository: string | undefined;
  /** Files that the agent read or changed, the first first. */
  readonly reads: readonly string[];
  /** All instruction files of the repository, whosever they are. */
  readonly found: readonly string[];
}

/** How one coding agent finds its instruction files; the facts stand in its own documentation. */
export interface InstructionReader {
  /** Every file of `found` and what else it loads, with the reason. */
  predict(situation: Situation): Promise<readonly InstructionFile[]>;
}

/** What is said of a file. */
export interface Verdict {
  readonly reason: InstructionReason;
  readonly message: string;
  readonly because_of?: string | undefined;
  readonly change?: LoadingChange | undefined;
}

/** What an agent gets of a file that it loads. */
export interface LoadedText {
  readonly bytes: number;
  readonly text: string;
  readonly cut_to_bytes?: number;
}

/** Files with their verdicts: the first loading of a file counts, and any loading more than a refusal. */
export interface Loads {
  has(path: string): boolean;
  load(path: string, verdict: Verdict, got: LoadedText): void;
  refuse(path: string, verdict: Verdict): void;
  /** A way to say a path to people. */
  show(path: string): string;
  /** All files, those of `found` included; `rest` says what of one that nothing was said about. */
  finish(rest: (path: string) => Promise<Verdict>): Promise<readonly InstructionFile[]>;
}

export function collectLoads(situation: Situation): Loads {
  const loaded = new Map<string, InstructionFile>();
  const refused = new Map<string, Verdict>();
  const show = (path: string): string => showPath(situation, path);
  const shown = ({ because_of, change, ...verdict }: Verdict) => ({
    ...verdict,
    ...(because_of !== undefined && { because_of: show(because_of) }),
    ...(change !== undefined && {
      change: { ...change, ...(change.path !== undefined && { path: show(change.path) }) },
    }),
  });
  return {
    has: path => loaded.has(path),
    show,
    load(path, verdict, { bytes, text, cut_to_bytes }) {
      if (loaded.has(path)) return;
      const tokens = chars4(text);
      const cut = cut_to_bytes === undefined ? {} : { cut_to_bytes };
      loaded.set(path, { path: show(path), loaded: true, ...shown(verdict), bytes, tokens, ...cut });
    },
    refuse(path, verdict) {
      if (!refused.has(path)) refused.set(path, verdict);
    },
    async finish(rest) {
      const others = [...new Set([...refused.keys(), ...situation.found])]
        .filter(path => !loaded.has(path))
        .toSorted();
      const files: InstructionFile[] = [...loaded.values()];
      for (const path of others) {
        const bytes = (await situation.tree.look(path))?.bytes ?? 0;
        const verdict = shown(refused.get(path) ?? (await rest(path)));
        files.push({ path: show(path), loaded: false, ...verdict, bytes, tokens: 0 });
      }
      return files;
    },
  };
}

/** In the repository from its top, in the user's folder from `~`. */
export function showPath(
  { repository, folder, home }: Pick<Situation, 'repository' | 'folder' | 'home'>,
  path: string,
): string {
  const top = repository ?? folder;
  if (isWithin(top, path)) return relativeTo(top, path) || '.';
  return isWithin(home, path) ? `~/${relativeTo(home, path)}` : path;
}

/** What all agents say alike. */
export const verdicts = {
  atStart: { reason: 'session_start', message: 'It is loaded with every session here.' },
  empty: (path: string): Verdict => ({
    reason: 'empty',
    message: 'There is nothing in it.',
    change: { do: 'edit_file', path, message: 'Write something into it.' },
  }),
  otherAgent: (title: string): Verdict => ({
    reason: 'other_agent',
    message: `${title} does not read files of this kind.`,
  }),
  tooLarge: (path: string, limit: string): Verdict => ({
    reason: 'too_large',
    message: `It is over the size that is read, ${limit}.`,
    change: { do: 'edit_file', path, message: `Shorten it to ${limit}, or split it.` },
  }),
  sameFile: (path: string): Verdict => ({
    reason: 'same_file',
    message: 'The same file is loaded by another path.',
    because_of: path,
  }),
  /** The patterns are seen from `folder`. */
  noMatch: (key: string, patterns: readonly string[], folder: string, test: PathTest): Verdict => {
    const example = examplePath(test, patterns);
    const written = patterns.map(pattern => `\`${pattern}\``);
    return {
      reason: 'no_matching_read',
      message: `Its ${key} ${written.join(', ')} match no file read so far.`,
      change: {
        do: 'read_file',
        ...(example !== undefined && { path: `${folder}/${example}` }),
        message: `Read a file that ${written.join(' or ')} matches, or take ${key} out of it.`,
      },
    };
  },
  badPatterns: (path: string, key: string): Verdict => ({
    reason: 'bad_patterns',
    message: `Its ${key} hold no pattern, so that it is never loaded by itself.`,
    change: { do: 'edit_file', path, message: `Write a pattern into ${key}.` },
  }),
  onRequest: (path: string, how: string, change: string): Verdict => ({
    reason: 'on_request',
    message: how,
    change: { do: 'mention', path, message: change },
  }),
} as const;

/** Of a file in a folder that the agent has not come to. */
export function folderVerdict(
  { folder, repository }: Situation,
  owner: string,
  show: Loads['show'],
): Verdict {
  if (isWithin(folder, owner))
    return {
      reason: 'folder_not_read',
      message: `No file in ${show(owner)}/ was read so far.`,
      change: { do: 'read_file', path: owner, message: `Read or change a file in ${show(owner)}/.` },
    };
  if (isWithin(owner, folder) && repository !== undefined && !isWithin(repository, owner))
    return {
      reason: 'above_root',
      message: 'It lies in a folder above the top of the repository.',
      change: { do: 'move_file', path: repository, message: 'Move it to the top of the repository.' },
    };
  const start = commonFolder(owner, folder);
  return {
    reason: 'outside_folder',
    message: `It lies outside the folder that the agent was started in, ${show(folder)}.`,
    change: {
      do: 'start_in',
      path: start,
      message:
        show(start) === '.'
          ? 'Start the agent at the top of the repository.'
          : `Start the agent in ${show(start)}.`,
    },
  };
}

/** Files of these names above the top of the repository, where the agent does not look. */
export async function refuseAbove(
  situation: Situation,
  loads: Loads,
  names: readonly string[],
): Promise<void> {
  const top = situation.repository ?? situation.folder;
  for (const folder of foldersDownTo(parentOf(top)))
    for (const path of names.map(name => `${folder}/${name}`))
      if ((await situation.tree.look(path))?.kind === 'file')
        loads.refuse(path, folderVerdict({ ...situation, repository: top }, folder, loads.show));
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (!isWithin(folder, other) && parentOf(folder) !== folder) folder = parentOf(folder);
  return folder;
}
