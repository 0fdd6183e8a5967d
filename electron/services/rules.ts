import { z } from 'zod';
import type { rulesContract } from '../../shared/contract/rules.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { redactTexts } from '../engine/assembly/redact-texts.ts';
import { requestErrors } from '../engine/assembly/validate-request.ts';
import { evaluateRules } from '../engine/rules/evaluate-rules.ts';
import { possibleVariables } from '../engine/rules/possible-variables.ts';
import { testCondition } from '../engine/rules/test-condition.ts';
import { analyzeProject } from './analyze-project.ts';
import type { Handlers } from './call.ts';
import { fixGivenRule } from './fix-given-rule.ts';
import { knownDefinitions } from './known-definitions.ts';
import { refuseMisshaped, refuseProblems } from './refuse-problems.ts';
import { renameFieldEverywhere } from './renaming.ts';

export const ruleHandlers: Handlers<keyof typeof rulesContract> = {
  'rules.testCondition': ({ condition, variables }, call) =>
    redactTexts(
      testCondition(condition, new Map(Object.entries(variables)), call.app.regexes),
      'pattern_only',
    ),

  async 'rules.evaluate'({ request, engines: given, explain }, call) {
    if (given !== undefined) refuseMisshaped('an engine', z.array(engineSchema), given);
    const engines = given ?? (await knownDefinitions(await call.project())).engines;
    // Memories play no part here, so they are not looked up (A1).
    refuseProblems('the request', requestErrors(request, { engines }));
    const evaluation = evaluateRules(request, engines, {
      explain: explain === true,
      regexes: call.app.regexes,
      compiled: call.app.compiled,
    });
    return redactTexts(evaluation, 'pattern_only');
  },

  async 'rules.possibleVariables'(_, call) {
    const project = await call.project();
    const { engines, memories } = await knownDefinitions(project);
    const { definitions } = await project.samples.list();
    const samples = definitions.map(({ value }) => value);
    return { variables: possibleVariables(engines, memories, samples) };
  },

  'rules.analyze': analyzeProject,
  'rules.fix': fixGivenRule,
  'rules.renameField': renameFieldEverywhere,
};
