import { dirname, resolve } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isInside, locateInside } from '../../storage/files/path-inside.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import type { Caller } from './call.ts';

/**
 * A user may import any place; an agent, steered by what it reads, only those that really are in the project, wherever
 * links lead. Of what lies outside it is not told either whether it is there.
 */
export async function refuseOutsideToAgents(
  caller: Caller,
  projectPath: string,
  path: string,
): Promise<void> {
  if (caller.door !== 'mcp') return;
  const full = resolve(projectPath, path);
  // By its name first: of what is named outside nothing is asked.
  const isIn =
    isInside(projectPath, full) &&
    (await atStorageBorder(`reading ${path}`, () => isReallyInside(projectPath, full)));
  if (isIn) return;
  throw new AppError('forbidden', `${path} is outside the project; import it in Weft itself`);
}

/** What is not there is where its folder is. */
async function isReallyInside(projectPath: string, path: string): Promise<boolean> {
  const located = await locateInside(projectPath, path);
  if (located.kind !== 'absent') return located.kind === 'found';
  return dirname(path) !== path && isReallyInside(projectPath, dirname(path));
}

/** The folder that nothing may be read outside of for this caller. */
export const boundFor = ({ door }: Caller, projectPath: string): string | undefined =>
  door === 'mcp' ? projectPath : undefined;
