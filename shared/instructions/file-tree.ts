/** What lies at a path, links followed. */
export interface TreeNode {
  readonly kind: 'file' | 'folder';
  /** Where it really lies. */
  readonly real: string;
  readonly bytes: number;
}

/** A file system as predictions need it. Paths are absolute and have `/` between their parts. */
export interface FileTree {
  /** Undefined where nothing is, or nothing that may be looked at. */
  look(path: string): Promise<TreeNode | undefined>;
  /** The text of a file; empty where it cannot be read. */
  read(path: string): Promise<string>;
  /** Names in a folder, sorted; empty where there is none. */
  list(folder: string): Promise<readonly string[]>;
}

/** The folder of a path; of the topmost one itself. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  if (at < 0) return path;
  const parent = path.slice(0, at);
  // `/` of a file system, `C:/` of a drive.
  return /^[^/]*$/.test(parent) ? path.slice(0, at + 1) : parent;
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path seen from a folder, `.` and `..` resolved. */
export function resolvePath(folder: string, path: string): string {
  const whole = isAbsolute(path) ? path : `${folder}/${path}`;
  const [top = ''] = /^[^/]*/.exec(whole) ?? [];
  const parts: string[] = [];
  for (const part of whole.slice(top.length).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${top}/${parts.join('/')}`;
}

const isAbsolute = (path: string): boolean => /^(?:[A-Za-z]:)?\//.test(path);

/** Whether a path is a folder, or lies in it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** A path within a folder, seen from it; empty for the folder itself. */
export function relativeTo(folder: string, path: string): string {
  return path === folder ? '' : path.slice(folder.endsWith('/') ? folder.length : folder.length + 1);
}

/** The folders from one down to another in it, both included. */
export function foldersBetween(top: string, bottom: string): string[] {
  const folders = [bottom];
  for (let folder = bottom; folder !== top && parentOf(folder) !== folder; ) {
    folder = parentOf(folder);
    folders.unshift(folder);
  }
  return folders;
}

/** All folders above one and itself, without the top of the file system. */
export function foldersDownTo(folder: string): string[] {
  return foldersBetween('', folder).slice(1);
}

/** The nearest folder at or above one that has a `.git`. */
export async function findRepository(tree: FileTree, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = parentOf(at)) {
    if ((await tree.look(`${at}/.git`)) !== undefined) return at;
    if (parentOf(at) === at) return undefined;
  }
}

/** All files below a folder, by path; links to folders are followed once. */
export async function listFiles(tree: FileTree, folder: string): Promise<string[]> {
  const files: string[] = [];
  const seen = new Set<string>();
  const walk = async (at: string, depth: number): Promise<void> => {
    const node = await tree.look(at);
    if (node?.kind !== 'folder' || seen.has(node.real) || depth > deepestFolder) return;
    seen.add(node.real);
    for (const name of await tree.list(at)) {
      const path = `${at}/${name}`;
      const entry = await tree.look(path);
      if (entry?.kind === 'file') files.push(path);
      else if (entry !== undefined) await walk(path, depth + 1);
    }
  };
  await walk(folder, 0);
  return files;
}

const deepestFolder = 20;
