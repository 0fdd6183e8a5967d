import type { ProjectInfo } from '../../shared/contract/project.ts';
import { createCall } from '../sdk/call-procedure.ts';
import type { ServerWay } from '../sdk/transport.ts';
import { WeftError } from '../sdk/weft-error.ts';

/**
 * Which project is open at a server or host: `silent` where it does not say so in time, or ends (`moved`), since the next
 * of its project comes; undefined where nobody there proves to be it.
 */
export async function askProject(
  way: ServerWay,
  timeoutMs: number,
): Promise<ProjectInfo | 'silent' | undefined> {
  try {
    return await createCall(() => way, {})('project.info', {}, { timeoutMs });
  } catch (error) {
    if (!(error instanceof WeftError)) throw error;
    return ['deadline', 'moved'].includes(error.code) ? 'silent' : undefined;
  }
}
