import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { rulesContract } from '../../../shared/contract/rules.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import { type ContextRule, ruleSchema } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import type { AnalysisInput } from '../../../shared/rules/analysis/analyze-rules.ts';
import { fixRule } from '../../../shared/rules/analysis/fix-rule.ts';
import {
  createIncrementalAnalysis,
  type IncrementalAnalysis,
} from '../../../shared/rules/analysis/incremental-analysis.ts';
import { possibleVariables } from '../../../shared/rules/evaluation/possible-variables.ts';
import { testCondition } from '../../../shared/rules/evaluation/test-condition.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { evaluateKnownInSteps, type KnownEngines } from '../../engine/assembly/evaluate-known.ts';
import { redactTexts } from '../../engine/assembly/redact-texts.ts';
import { requestErrors } from '../../engine/assembly/validate-request.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { createPause } from '../../storage/pause.ts';
import type { QuietNeeds } from '../project/assemble-quietly.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshaped, refuseMisshapedGiven, refuseProblems } from '../project/refuse-problems.ts';
import { compareRules, definitionsAtRevision } from './compare-rules.ts';
import { findRule } from './engine-rules.ts';
import { createMemoryTokens } from './memory-tokens.ts';
import { readAll, renameFieldEverywhere } from './renaming.ts';
import { requiredOverBudget } from './required-findings.ts';

export const ruleHandlers: Handlers<keyof typeof rulesContract> = {
  'rules.testCondition': ({ condition, variables }, call) =>
    redactTexts(testCondition(condition, new Map(Object.entries(variables)), call.regexes), 'pattern_only'),

  async 'rules.evaluate'({ request: asked, engines: given, explain, engine_id }, call) {
    await refuseMisshapedGiven({ engines: given });
    const known: KnownEngines =
      given === undefined ? await knownDefinitions(await call.project()) : { engines: given };
    const project = given === undefined ? await call.project() : undefined;
    const evaluation = evaluateKnownInSteps(asked, known, {
      explain: explain === true,
      engineId: engine_id,
      regexes: call.regexes,
      compiled: call.compiled,
      redaction: await redactionModeOf(project),
    });
    return inStretches(evaluation, createPause());
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
  const { rule, isEvaluated } = await ruleOf(input, needs);
  const fix = fixRule(rule, input.request, needs.regexes);
  return isEvaluated ? fix : { distance: fix.distance, kind: 'none', changes: [] };
}

async function ruleOf(
  { rule, engine_id, rule_id }: Input<'rules.fix'>,
  needs: Needs<'project'>,
): Promise<{ readonly rule: ContextRule; readonly isEvaluated: boolean }> {
  const isNamed = engine_id !== undefined && rule_id !== undefined;
  if (rule !== undefined && engine_id === undefined && rule_id === undefined) {
    await refuseMisshaped('the rule', ruleSchema, rule);
    return { rule, isEvaluated: rule.enabled !== false };
  }
  if (rule !== undefined || !isNamed)
    throw new AppError('invalid_input', 'give either the rule itself, or engine_id and rule_id');
  const { value: engine } = await (await needs.project()).engines.get(engine_id);
  const found = findRule(engine, rule_id);
  return { rule: found, isEvaluated: engine.enabled !== false && found.enabled !== false };
}

/** Static analysis of what is given; what is not is the open project's, and is not looked up where none is open. */
async function analyzeProject(
  input: Input<'rules.analyze'>,
  needs: QuietNeeds & Needs<'project' | 'projectIfOpen'>,
): Promise<Output<'rules.analyze'>> {
  await refuseMisshapedGiven(input);
  const project = input.engines === undefined ? await needs.project() : await needs.projectIfOpen();
  const known = project && (await readAll(project)).definitions;
  const memories = input.memories ?? known?.memories;
  const samples = input.samples ?? known?.samples ?? [];
  const engines = input.engines ?? known?.engines ?? [];
  // What no rule adds costs no rule anything; a project may have thousands of such memories.
  const added = new Set(engines.flatMap(({ rules }) => rules.flatMap(rule => rule.then.add_memories)));
  const measured = (memories ?? []).filter(({ id }) => added.has(id));
  const tokens =
    input.budget && (input.budget.tokens ?? (await measuredTokens(measured, samples, needs, project)));
  const given: AnalysisInput = {
    engines,
    ...(memories && { memories }),
    samples,
    ...(input.budget &&
      tokens && {
        budget: {
          limit: input.budget.limit,
          tokensOf: id => (Object.hasOwn(tokens, id) ? (tokens[id] ?? 0) : 0),
        },
      }),
  };
  const { queue, rules } = project?.parts.of(analysis) ?? analysis.make();
  const findings = await queue(() => inStretches(rules.analyze(given), createPause()));
  const required = await requiredOverBudget({ engines, memories: memories ?? [] }, samples, needs, project);
  const afterWarnings = findings.findLastIndex(({ severity }) => severity !== 'info') + 1;
  return { findings: findings.toSpliced(afterWarnings, 0, ...required) };
}

/** Who edits asks again with a little changed: rules that are equal to those of the last call are not judged anew. */
const analysis: PartKind<{ readonly queue: SerialQueue; readonly rules: IncrementalAnalysis }> = {
  make: () => ({ queue: createSerialQueue(), rules: createIncrementalAnalysis() }),
};

/** The most tokens that each memory brought for any of the samples. */
async function measuredTokens(
  memories: readonly PersistentMemory[],
  samples: readonly Sample[],
  needs: Needs<'cancel' | 'ports'>,
  project: OpenProject | undefined,
): Promise<Record<string, number>> {
  const tokensOf = await createMemoryTokens(needs, project);
  const requests = samples.map(({ request }) => request).filter(request => hasShape(requestSchema, request));
  const measured: [string, number][] = [];
  for (const memory of memories) {
    let most = 0;
    for (const request of requests.length > 0 ? requests : [{ scope_variables: {} }]) {
      // Only ids that the project does not know make such a request invalid, and they play no part here.
      const {
        explicit_memory: _,
        rule_engine_ids: __,
        ...own
      } = { explicit_memory: 0, rule_engine_ids: 0, ...request };
      most = Math.max(most, await tokensOf(memory, own));
    }
    measured.push([memory.id, most]);
  }
  return Object.fromEntries(measured);
}
