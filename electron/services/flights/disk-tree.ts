import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { FileTree, TreeNode } from '../../../shared/instructions/file-tree.ts';
import { isInstructionPath } from '../../../shared/instructions/instruction-readers.ts';
import { slashed } from '../../storage/files/path-inside.ts';

/** So much is looked at for one prediction; what is beyond is as if it were not there. */
const mostLooks = 50_000;
const mostFileBytes = 4 * 1024 * 1024;
const mostBytes = 64 * 1024 * 1024;
/** Of one folder. */
const mostNames = 10_000;

/** The file system of this machine, each path looked at once; sees regular files and folders alone. */
export function createDiskTree(): FileTree {
  const nodes = new Map<string, Promise<TreeNode | undefined>>();
  const texts = new Map<string, Promise<string>>();
  const left = { looks: mostLooks, bytes: mostBytes };
  const look = (path: string): Promise<TreeNode | undefined> => {
    const known = nodes.get(path);
    if (known !== undefined) return known;
    left.looks -= 1;
    const found = left.looks < 0 ? Promise.resolve(undefined) : lookAt(path);
    nodes.set(path, found);
    return found;
  };
  const read = async (path: string): Promise<string> => {
    const node = await look(path);
    if (node?.kind !== 'file' || node.bytes > Math.min(mostFileBytes, left.bytes)) return '';
    left.bytes -= node.bytes;
    return readFile(node.real, 'utf8').catch(() => '');
  };
  return {
    look,
    read(path) {
      const known = texts.get(path) ?? read(path);
      texts.set(path, known);
      return known;
    },
    async list(folder) {
      const names = await readdir(folder).catch(() => []);
      return names.toSorted().slice(0, mostNames);
    },
  };
}

async function lookAt(path: string): Promise<TreeNode | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() && !stats.isDirectory()) return undefined;
    const real = await realpath(path);
    return {
      kind: stats.isFile() ? 'file' : 'folder',
      real: slashed(real),
      bytes: stats.isFile() ? stats.size : 0,
    };
  } catch {
    return undefined;
  }
}

/** Folders that hold what others made. */
const passedOver = new Set(['.git', 'node_modules', '.venv', 'target', 'dist', 'build', '.next', 'vendor']);
const mostEntries = 100_000;

/**
 * The instruction files below a folder, sorted; `isCut` where there was too much to look at. Links to folders are not
 * followed.
 */
export async function findInstructionFiles(
  top: string,
): Promise<{ readonly files: readonly string[]; readonly isCut: boolean }> {
  const files: string[] = [];
  const folders = [''];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside = await entriesOf(`${top}/${folder}`, mostEntries - entries);
    entries += inside.length;
    for (const entry of inside) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) folders.push(path);
      else if (!entry.isDirectory() && isInstructionPath(path)) files.push(`${top}/${path}`);
    }
  }
  return { files: files.toSorted(), isCut: entries >= mostEntries };
}

/** A folder that may not be read has nothing to show. */
async function entriesOf(folder: string, most: number): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.slice(0, most);
}
