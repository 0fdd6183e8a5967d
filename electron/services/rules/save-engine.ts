import { type ContextRuleEngine, engineSchema } from '../../../shared/model/rule.ts';
import { problemsOfEngine } from '../../../shared/rules/validate-rule.ts';
import { inStretches } from '../../../shared/stretches.ts';
import type { SavedDefinition } from '../../storage/files/plan-save.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import { refuseMisshaped, refuseProblems } from '../project/refuse-problems.ts';

const refusedCodes = ['bad_pattern', 'duplicate_rule_id', 'reserved_id'];

/** Saving is refused for what no runtime could load, and for patterns that never compile; the rest is for the linter. */
export async function refuseUnusable(engine: ContextRuleEngine): Promise<void> {
  await refuseMisshaped('the engine', engineSchema, engine);
  const problems = await inStretches(problemsOfEngine(engine), createPause());
  refuseProblems(
    'the engine',
    problems.filter(({ code }) => refusedCodes.includes(code)),
  );
}

/** Tells of a saved engine, unless nothing changed. */
export function reportSaved(
  needs: Needs<'publish'>,
  { value: engine, hash, change }: SavedDefinition<ContextRuleEngine>,
): { engine: ContextRuleEngine; hash: string } {
  if (change !== 'unchanged') needs.publish({ event: `contextRuleEngine:${change}`, id: engine.id });
  return { engine, hash };
}
