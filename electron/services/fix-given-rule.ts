import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { type ContextRule, ruleSchema } from '../../shared/model/rule.ts';
import { fixRule } from '../engine/analysis/fix-rule.ts';
import { requestErrors } from '../engine/assembly/validate-request.ts';
import type { Call } from './call.ts';
import { findRule } from './engine-rules.ts';
import { refuseMisshaped, refuseProblems } from './refuse-problems.ts';

/** The smallest change that makes a rule fire (R9). Values come back as they were sent, so that they can be applied. */
export async function fixGivenRule(input: Input<'rules.fix'>, call: Call): Promise<Output<'rules.fix'>> {
  refuseProblems('the request', requestErrors(input.request, {}));
  return fixRule(await ruleOf(input, call), input.request, call.app.regexes);
}

async function ruleOf({ rule, engine_id, rule_id }: Input<'rules.fix'>, call: Call): Promise<ContextRule> {
  const isNamed = engine_id !== undefined && rule_id !== undefined;
  if (rule !== undefined && engine_id === undefined && rule_id === undefined) {
    refuseMisshaped('the rule', ruleSchema, rule);
    return rule;
  }
  if (rule !== undefined || !isNamed)
    throw new AppError('invalid_input', 'give either the rule itself, or engine_id and rule_id');
  const { value: engine } = await (await call.project()).engines.get(engine_id);
  return findRule(engine, rule_id);
}
