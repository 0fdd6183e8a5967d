import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { rulesContract } from '../../../shared/contract/rules.ts';
import { type ContextRule, ruleSchema } from '../../../shared/model/rule.ts';
import { fixRule } from '../../../shared/rules/analysis/fix-rule.ts';
import { possibleVariables } from '../../../shared/rules/evaluation/possible-variables.ts';
import { testCondition } from '../../../shared/rules/evaluation/test-condition.ts';
import { evaluateKnown, type KnownEngines } from '../../engine/assembly/evaluate-known.ts';
import { redactTexts } from '../../engine/assembly/redact-texts.ts';
import { requestErrors } from '../../engine/assembly/validate-request.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import { refuseMisshaped, refuseMisshapedGiven, refuseProblems } from '../project/refuse-problems.ts';
import { analyzeProject } from './analyze-project.ts';
import { compareRules, definitionsAtRevision } from './compare-rules.ts';
import { findRule } from './engine-rules.ts';
import { renameFieldEverywhere } from './renaming.ts';

export const ruleHandlers: Handlers<keyof typeof rulesContract> = {
  'rules.testCondition': ({ condition, variables }, call) =>
    redactTexts(testCondition(condition, new Map(Object.entries(variables)), call.regexes), 'pattern_only'),

  async 'rules.evaluate'({ request: asked, engines: given, explain, engine_id }, call) {
    await refuseMisshapedGiven({ engines: given });
    const known: KnownEngines =
      given === undefined ? await knownDefinitions(await call.project()) : { engines: given };
    const project = given === undefined ? await call.project() : undefined;
    return evaluateKnown(asked, known, {
      explain: explain === true,
      engineId: engine_id,
      regexes: call.regexes,
      compiled: call.compiled,
      redaction: await redactionModeOf(project),
    });
  },

  async 'rules.possibleVariables'(_, call) {
    const project = await call.project();
    const { engines, memories } = await knownDefinitions(project);
    const samples = (await valuesOf(project.samples)) ?? [];
    return { variables: possibleVariables(engines, memories, samples) };
  },

  'rules.analyze': analyzeProject,
  'rules.compare': compareRules,
  'engines.atRevision': definitionsAtRevision,
  'rules.fix': fixGivenRule,
  'rules.renameField': renameFieldEverywhere,
};

/** The smallest change that makes a rule fire. Values come back as they were sent, so that they can be applied. */
async function fixGivenRule(
  input: Input<'rules.fix'>,
  needs: Needs<'regexes' | 'project'>,
): Promise<Output<'rules.fix'>> {
  refuseProblems('the request', requestErrors(input.request, {}));
  return fixRule(await ruleOf(input, needs), input.request, needs.regexes);
}

async function ruleOf(
  { rule, engine_id, rule_id }: Input<'rules.fix'>,
  needs: Needs<'project'>,
): Promise<ContextRule> {
  const isNamed = engine_id !== undefined && rule_id !== undefined;
  if (rule !== undefined && engine_id === undefined && rule_id === undefined) {
    await refuseMisshaped('the rule', ruleSchema, rule);
    return rule;
  }
  if (rule !== undefined || !isNamed)
    throw new AppError('invalid_input', 'give either the rule itself, or engine_id and rule_id');
  const { value: engine } = await (await needs.project()).engines.get(engine_id);
  return findRule(engine, rule_id);
}
