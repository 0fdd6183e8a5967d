import { z } from 'zod';
import { AppError } from '../../shared/contract/errors.ts';
import type { rulesContract } from '../../shared/contract/rules.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { redactTexts } from '../engine/assembly/redact-texts.ts';
import { requestErrors } from '../engine/assembly/validate-request.ts';
import { evaluateRules } from '../engine/rules/evaluate-rules.ts';
import { possibleVariables } from '../engine/rules/possible-variables.ts';
import { testCondition } from '../engine/rules/test-condition.ts';
import { noUnreadable, unknownWords } from '../engine/rules/unknown-words.ts';
import { analyzeProject } from './analyze-project.ts';
import type { Handlers } from './call.ts';
import { redactionModeOf } from './config.ts';
import { fixGivenRule } from './fix-given-rule.ts';
import { type KnownDefinitions, knownDefinitions } from './known-definitions.ts';
import { refuseMisshaped, refuseProblems } from './refuse-problems.ts';
import { renameFieldEverywhere } from './renaming.ts';

export const ruleHandlers: Handlers<keyof typeof rulesContract> = {
  'rules.testCondition': ({ condition, variables }, call) =>
    redactTexts(
      testCondition(condition, new Map(Object.entries(variables)), call.app.regexes),
      'pattern_only',
    ),

  async 'rules.evaluate'({ request: asked, engines: given, explain, engine_id }, call) {
    if (given !== undefined) refuseMisshaped('an engine', z.array(engineSchema), given);
    const known: KnownEngines =
      given === undefined ? await knownDefinitions(await call.project()) : { engines: given };
    const { engines, unreadable } = known;
    const request = engine_id === undefined ? asked : onlyEngine(asked, engine_id, known);
    // Memories play no part here, so they are not looked up (A1).
    refuseProblems('the request', requestErrors(request, { engines, ...(unreadable && { unreadable }) }));
    const evaluation = evaluateRules(request, engines, {
      explain: explain === true,
      regexes: call.app.regexes,
      compiled: call.app.compiled,
      unreadable: unreadable?.engines,
    });
    const project = given === undefined ? await call.project() : undefined;
    return redactTexts(evaluation, await redactionModeOf(project));
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

type KnownEngines = Pick<KnownDefinitions, 'engines' | 'unreadable'>;

/** The request for one engine alone. What is no request goes on to be judged. */
function onlyEngine(
  request: ContextRequest,
  id: string,
  { engines, unreadable = noUnreadable }: KnownEngines,
): ContextRequest {
  if (!engines.some(engine => engine.id === id))
    throw new AppError('not_found', unknownWords('engine', id, unreadable.engines), { id });
  return isJsonObject(request) ? { ...request, rule_engine_ids: [id] } : request;
}
