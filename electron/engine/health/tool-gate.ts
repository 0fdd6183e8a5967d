import type { Config } from '../../../shared/model/config.ts';
import { costClass, knownClasses } from './assess-health.ts';

/** Saving and the acknowledgement, by their names as procedures and as tools of agents. */
const always: ReadonlySet<string> = new Set([
  'health.record',
  'health.acknowledgecompaction',
  'compact',
  '/compact',
]);

/** The tools that save and acknowledge, however a client writes the server before them: `mcp__weft__context_health`. */
const ownTool = /(?:^|[^\p{L}\p{N}])context_health(?:_acknowledge)?$/iu;

/** Whether a tool may run while its session is blocked: cheap ones, saving and the acknowledgement. */
export function mayRunBlocked(tool: string, costs: Config['tool_costs']): boolean {
  return (
    always.has(tool.toLowerCase()) || ownTool.test(tool) || costClass(tool, knownClasses(costs)) === 'low'
  );
}
