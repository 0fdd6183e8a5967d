import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from './read-text-file.ts';

/** Beyond so many files a project is not looked through. */
const mostFiles = 50_000;
const deepest = 32;
/** What names of code are looked for in. */
const code =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|cpp|cc|hpp|h|c|swift|vue|svelte|sql|sh|proto|graphql|tf)$/i;
const mostCodeBytes = 64 * 1024 * 1024;
const mostFileBytes = 1024 * 1024;
/** Folders of tools and packages: what stands there is not the project's. */
const passedOver = /^(?:\..*|node_modules|dist|build|target|vendor|__pycache__)$/;

export interface ProjectFiles {
  /** Relative to the project, with "/" between names. */
  readonly paths: readonly string[];
  /** Links, which may lead to anything. */
  readonly links: readonly string[];
  /** False where there are more than are looked at. */
  readonly isWhole: boolean;
}

/** The files of a project, those of tools and packages aside; links are not followed. */
export async function listProjectFiles(root: string): Promise<ProjectFiles> {
  const found = { paths: [], links: [] };
  const isWhole = await listInto(found, await realpath(root), '', 0);
  return { ...found, isWhole };
}

/** Whether a place lies where nobody looks: in a folder of tools, packages or what is built, or behind a link. */
export function isPassedOver(place: string, { links }: Pick<ProjectFiles, 'links'>): boolean {
  const parts = place.split('/');
  const names = new Set(links.map(link => link.slice(link.lastIndexOf('/') + 1)));
  return parts.slice(0, -1).some(part => passedOver.test(part)) || parts.some(part => names.has(part));
}

/** Resolves to false where it stopped before the end. */
async function listInto(
  found: { readonly paths: string[]; readonly links: string[] },
  root: string,
  folder: string,
  depth: number,
): Promise<boolean> {
  const { paths } = found;
  const folders: string[] = [];
  const listOf = { file: paths, link: found.links, folder: folders };
  for (const entry of await namesIn(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const kind = kindOf(entry);
    if (kind !== undefined) listOf[kind].push(path);
  }
  if (paths.length > mostFiles || (depth === deepest && folders.length > 0)) return false;
  for (const path of folders) if (!(await listInto(found, root, path, depth + 1))) return false;
  return true;
}

/** Undefined for what is passed over. */
function kindOf(entry: Dirent): 'file' | 'link' | 'folder' | undefined {
  if (entry.isFile()) return 'file';
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() && !passedOver.test(entry.name) ? 'folder' : undefined;
}

/** What cannot be read has no names. */
const namesIn = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

/**
 * Which of some names stand in the project's code. Undefined where that cannot be told: there is no code, or more than
 * is looked through. Reading gives way to others now and then.
 */
export async function namesInCode(
  root: string,
  { paths, isWhole }: Omit<ProjectFiles, 'links'>,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const files = paths.filter(path => code.test(path));
  if (files.length === 0 || !isWhole) return undefined;
  const real = await realpath(root);
  const found = new Set<string>();
  let bytes = 0;
  for (const path of files) {
    if (found.size === names.size) return found;
    const full = join(real, path);
    const size = await stat(full).then(
      file => file.size,
      () => 0,
    );
    bytes += size;
    if (size > mostFileBytes || bytes > mostCodeBytes) return undefined;
    const read = await readTextFile(full);
    if (read.kind === 'refused') continue;
    for (const [word] of read.text.matchAll(/[A-Za-z_$][\w$]*/g)) if (names.has(word)) found.add(word);
  }
  return found;
}
