import { type ContextRuleEngine, engineSchema } from '../../shared/model/rule.ts';
import { checkEngine } from '../../shared/rules/validate-rule.ts';
import type { SavedDefinition } from '../storage/files/plan-save.ts';
import type { Call } from './call.ts';
import { refuseMisshaped, refuseProblems } from './refuse-problems.ts';

const refusedCodes = ['bad_pattern', 'duplicate_rule_id', 'reserved_id'];

/** Saving is refused for what no runtime could load, and for patterns that never compile (T12); the rest is for the linter. */
export function refuseUnusable(engine: ContextRuleEngine): void {
  refuseMisshaped('the engine', engineSchema, engine);
  refuseProblems(
    'the engine',
    checkEngine(engine).filter(({ code }) => refusedCodes.includes(code)),
  );
}

/** Tells of a saved engine, unless nothing changed. */
export function reportSaved(
  call: Call,
  { value: engine, hash, change }: SavedDefinition<ContextRuleEngine>,
): { engine: ContextRuleEngine; hash: string } {
  if (change !== 'unchanged')
    call.app.events.publish({ event: `contextRuleEngine:${change}`, id: engine.id });
  return { engine, hash };
}

/** The keys that have a value: one without means "leave it". */
export function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
