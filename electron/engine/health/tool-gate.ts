import type { Config } from '../../../shared/model/config.ts';
import { costClass } from './assess-health.ts';

/** Saving and the acknowledgement, by their names as procedures and as tools of agents. */
const always: ReadonlySet<string> = new Set([
  'health.record',
  'health.acknowledgecompaction',
  'context_health',
  'compact',
  '/compact',
]);

/** Whether a tool may run while its session is blocked (K4): cheap ones, saving and the acknowledgement. */
export function mayRunBlocked(tool: string, costs: Config['tool_costs']): boolean {
  return always.has(tool.toLowerCase()) || costClass(tool, costs) === 'low';
}
