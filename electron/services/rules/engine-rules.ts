import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { withoutUndefined } from '../../../shared/model/entries.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import {
  type ContextRule,
  type ContextRuleEngine,
  engineSchema,
  ruleDraftSchema,
  ruleSchema,
} from '../../../shared/model/rule.ts';
import { problemsOfEngine } from '../../../shared/rules/validate-rule.ts';
import { inStretches } from '../../../shared/stretches.ts';
import type { SavedDefinition } from '../../storage/files/plan-save.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import { refuseMisshaped, refuseProblems } from '../project/refuse-problems.ts';
import { completeRules } from './complete-engine.ts';

/** Adds a rule to an engine; the other rules stay as they are. */
export async function addRule(
  { id, rule: draft, expected_hash }: Input<'engines.addRule'>,
  needs: Needs<'publish' | 'project'>,
): Promise<Output<'engines.addRule'>> {
  await refuseMisshaped('the rule', ruleDraftSchema, draft);
  return changeRules(needs, id, expected_hash, engine => {
    if (engine.rules.some(rule => rule.id === draft.id))
      throw new AppError('conflict', `engine "${id}" has a rule "${draft.id}" already`, {
        id,
        rule_id: draft.id,
      });
    const rules = completeRules([...engine.rules, draft]);
    return { rules, rule: rules.at(-1) };
  });
}

/** Merges a rule's top-level keys; a key without a value means "leave it". */
export async function updateRule(
  { id, rule_id, changes, expected_hash }: Input<'engines.updateRule'>,
  needs: Needs<'publish' | 'project'>,
): Promise<Output<'engines.updateRule'>> {
  await refuseMisshaped('the change', ruleSchema.partial(), changes);
  if (changes.id !== undefined && changes.id !== rule_id)
    throw new AppError('invalid_input', `rule "${rule_id}" cannot become "${changes.id}" by an update`);
  return changeRules(needs, id, expected_hash, engine => {
    const current = findRule(engine, rule_id);
    const rule: ContextRule = { ...current, ...withoutUndefined(changes) };
    return { rules: engine.rules.map(other => (other === current ? rule : other)), rule };
  });
}

export async function deleteRule(
  { id, rule_id, expected_hash }: Input<'engines.deleteRule'>,
  needs: Needs<'publish' | 'project'>,
): Promise<Output<'engines.deleteRule'>> {
  const { engine, hash } = await changeRules(needs, id, expected_hash, engine => {
    const rule = findRule(engine, rule_id);
    return { rules: engine.rules.filter(other => other !== rule), rule };
  });
  return { engine, hash, deleted: rule_id };
}

/** The rule of that id; `not_found` where the engine has none. */
export function findRule(engine: ContextRuleEngine, ruleId: string): ContextRule {
  const rule = engine.rules.find(({ id }) => id === ruleId);
  if (rule !== undefined) return rule;
  const ids = engine.rules.map(({ id }) => id);
  const message = `engine "${engine.id}" has no rule "${ruleId}"`;
  throw new AppError('not_found', withNearest(message, ruleId, ids), { id: engine.id, rule_id: ruleId });
}

interface ChangedRules {
  readonly rules: ContextRule[];
  readonly rule: ContextRule | undefined;
}

/** Reads, changes and saves in one step; who names a version that is not there any more gets `conflict`. */
async function changeRules(
  needs: Needs<'publish' | 'project'>,
  id: string,
  expectedHash: string | undefined,
  change: (engine: ContextRuleEngine) => ChangedRules,
): Promise<Output<'engines.addRule'>> {
  const { engines: store } = await needs.project();
  let rule: ContextRule | undefined;
  const saved = await store.change(async ({ get }) => {
    const { value: current, hash } = await get(id);
    // A stale caller hears of that first, and not that the rule it means is gone.
    if (expectedHash !== undefined && expectedHash !== hash)
      return { value: current, expected: expectedHash };
    const changed = change(current);
    rule = changed.rule;
    const engine = { ...current, rules: changed.rules };
    await refuseUnusable(engine);
    return { value: engine, expected: hash };
  });
  const reported = reportSaved(needs, saved);
  return { ...reported, rule: rule ?? findRule(reported.engine, '') };
}

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
