import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isJsonObject } from '../../../shared/model/json.ts';
import { errorCode } from '../storage-failure.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { makeRootFolder } from './make-folder-inside.ts';

interface RecentProject {
  readonly path: string;
  readonly name: string;
  readonly opened_at: string;
}

const fileName = 'recent-projects.json';
const maxProjects = 20;

/** Projects opened before, newest first. A file that cannot be read counts as empty: it is only a convenience. */
export async function readRecentProjects(userDataDir: string): Promise<RecentProject[]> {
  try {
    const parsed: unknown = JSON.parse(await readFile(join(userDataDir, fileName), 'utf8'));
    return Array.isArray(parsed) ? parsed.filter(isRecentProject) : [];
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Puts a project on top of the list. */
export async function noteRecentProject(userDataDir: string, path: string, openedAt: string): Promise<void> {
  const others = (await readRecentProjects(userDataDir)).filter(project => project.path !== path);
  const projects = [{ path, name: basename(path), opened_at: openedAt }, ...others].slice(0, maxProjects);
  const realPath = join(await makeRootFolder(userDataDir, 0o700), fileName);
  await writeFilesAtomically([{ realPath, content: `${JSON.stringify(projects, null, 2)}\n` }]);
}

function isRecentProject(value: unknown): value is RecentProject {
  return (
    isJsonObject(value) &&
    typeof value.path === 'string' &&
    typeof value.name === 'string' &&
    typeof value.opened_at === 'string'
  );
}
