import { resolve } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isInside } from '../../storage/files/path-inside.ts';
import type { Caller } from './call.ts';

/** A user may import any folder; an agent, steered by what it reads, only those of the project. */
export function refuseOutsideToAgents(caller: Caller, projectPath: string, path: string): void {
  if (caller.door !== 'mcp' || isInside(projectPath, resolve(projectPath, path))) return;
  throw new AppError('forbidden', `${path} is outside the project; import it in Weft itself`);
}
