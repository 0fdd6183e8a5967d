import {
  baseName,
  type FileTree,
  parentOf,
  resolvePath,
  type TreeNode,
} from '../../shared/instructions/file-tree.ts';
import { isInstructionPath, predictInstructions } from '../../shared/instructions/instruction-readers.ts';
import type { Situation } from '../../shared/instructions/situation.ts';
import type { InstructionAgent, InstructionFile } from '../../shared/model/instruction-file.ts';

/** Files by path: in the repository, `~/` in the user's folder, `../` above the repository; `-> PATH` is a link. */
export type TreeFiles = Readonly<Record<string, string>>;

/** Where the repository and the user's folder are in a tree that is held in memory. */
export const memoryTop = '/top/repo';
export const memoryHome = '/users/me';

export const placeOf = (path: string): string =>
  path.startsWith('~/') ? `${memoryHome}/${path.slice(2)}` : resolvePath(memoryTop, path);

/** A file system of these files. */
export function memoryTree(files: TreeFiles): FileTree {
  const texts = new Map(Object.entries(files).map(([path, text]) => [placeOf(path), text]));
  const realOf = (path: string, hops = 0): string => {
    const text = texts.get(path);
    if (text?.startsWith('-> ') !== true || hops > 8) return path;
    return realOf(resolvePath(parentOf(path), text.slice(3)), hops + 1);
  };
  const isFolder = (path: string): boolean => [...texts.keys()].some(one => one.startsWith(`${path}/`));
  return {
    async look(path): Promise<TreeNode | undefined> {
      const real = realOf(path);
      const text = texts.get(real);
      if (text !== undefined) return { kind: 'file', real, bytes: text.length };
      return isFolder(real) ? { kind: 'folder', real, bytes: 0 } : undefined;
    },
    read: async path => texts.get(realOf(path)) ?? '',
    async list(folder) {
      const inside = [...texts.keys()].filter(path => path.startsWith(`${folder}/`));
      return [...new Set(inside.map(path => baseName(firstBelow(folder, path))))].toSorted();
    },
  };
}

function firstBelow(folder: string, path: string): string {
  let at = path;
  while (parentOf(at) !== folder) at = parentOf(at);
  return at;
}

/** An agent in a repository of these files, started at its top where nothing else is said. */
export function memorySituation(files: TreeFiles, folder = '.', reads: readonly string[] = []): Situation {
  const whole = { '.git/HEAD': 'ref', ...files };
  const found = Object.keys(files)
    .filter(path => !/^(?:~|\.\.)\//.test(path) && isInstructionPath(path))
    .map(placeOf)
    .toSorted();
  return {
    tree: memoryTree(whole),
    home: memoryHome,
    folder: placeOf(folder),
    repository: memoryTop,
    reads: reads.map(placeOf),
    found,
  };
}

/** What is said of one file of such a repository; undefined where nothing is. */
export async function predictedFile(
  agent: InstructionAgent,
  files: TreeFiles,
  path: string,
  { folder, reads }: { readonly folder?: string; readonly reads?: readonly string[] } = {},
): Promise<InstructionFile | undefined> {
  const predicted = await predictInstructions(agent, memorySituation(files, folder, reads));
  return predicted.files.find(one => one.path === path);
}
