import type { enginesContract } from '../../../shared/contract/engines.ts';
import { checkShapeInStretches } from '../../../shared/model/check-shape.ts';
import { withoutUndefined } from '../../../shared/model/entries.ts';
import { firstProblems, problemsFromIssues } from '../../../shared/model/problem.ts';
import { type ContextRuleEngine, engineDraftSchema, engineSchema } from '../../../shared/model/rule.ts';
import { mergeEngines } from '../../../shared/rules/merge-engines.ts';
import { problemsOfEngine } from '../../../shared/rules/validate-rule.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { textHead } from '../../../shared/text-head.ts';
import { createPause } from '../../storage/pause.ts';
import { engineFor, enginesFor } from '../project/agent-view.ts';
import type { Handlers } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped, refuseNewId } from '../project/refuse-problems.ts';
import { completeEngine, completeRules, mintFrom } from './complete-engine.ts';
import { addRule, deleteRule, refuseUnusable, reportSaved, updateRule } from './engine-rules.ts';
import { importEngines } from './import-engines.ts';

export const engineHandlers: Handlers<Exclude<keyof typeof enginesContract, 'engines.export'>> = {
  async 'engines.list'(_, call) {
    const project = await call.project();
    const { values: engines, hashes, problems } = toListing(await enginesFor(call, project));
    return { engines, hashes, problems };
  },

  async 'engines.get'({ id }, call) {
    const project = await call.project();
    const { value, hash } = await project.engines.get(id);
    return { engine: engineFor(call, project, value), hash };
  },

  async 'engines.create'({ engine: draft }, call) {
    await refuseMisshaped('the engine', engineDraftSchema, draft);
    const { engines: store } = await call.project();
    const saved = await store.change(async ({ takenIds }) => {
      const engine = completeEngine(draft, await takenIds());
      await refuseUnusable(engine);
      return { value: engine, expected: null };
    });
    return reportSaved(call, saved);
  },

  async 'engines.update'({ id, changes, expected_hash }, call) {
    await refuseMisshaped('the change', engineDraftSchema.partial(), changes);
    refuseNewId(id, changes.id, 'create it anew and delete the old one');
    const project = await call.project();
    const saved = await project.engines.change(async ({ get }) => {
      const { value, hash } = await get(id);
      const current = engineFor(call, project, value);
      const { rules = current.rules, ...others } = changes;
      // A key without a value means "leave it", so what is merged has the types of an engine.
      const merged = { ...current, ...withoutUndefined(others) };
      const engine: ContextRuleEngine = { ...merged, rules: completeRules(rules) };
      await refuseUnusable(engine);
      return { value: engine, expected: expected_hash ?? hash };
    });
    return reportSaved(call, saved);
  },

  async 'engines.save'({ engine, expected_hash }, call) {
    await refuseUnusable(engine);
    const { engines: store } = await call.project();
    return reportSaved(call, await store.save(engine, expected_hash));
  },

  async 'engines.delete'({ id, expected_hash }, call) {
    const { engines: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'contextRuleEngine:deleted', id });
    return { deleted: id };
  },

  async 'engines.validate'({ engine: given }) {
    const pause = createPause();
    const checked = await checkShapeInStretches(engineSchema, given, pause);
    const problems = checked.ok
      ? firstProblems(await inStretches(problemsOfEngine(checked.value), pause))
      : problemsFromIssues(checked.issues);
    return { valid: problems.length === 0, problems };
  },

  async 'engines.merge'({ base, mine, theirs, prefer = 'mine' }) {
    for (const [what, version] of Object.entries({ base, mine, theirs }))
      await refuseMisshaped(`"${what}"`, engineSchema.nullable(), version);
    const { merged = null, conflicts } = mergeEngines(
      base ?? undefined,
      mine ?? undefined,
      theirs ?? undefined,
      () => prefer,
    );
    return { merged, conflicts: conflicts.map(conflict => ({ ...conflict, path: [...conflict.path] })) };
  },

  'engines.import': importEngines,

  'engines.addRule': addRule,
  'engines.updateRule': updateRule,
  'engines.deleteRule': deleteRule,

  async 'engines.duplicate'({ id, to, name }, call) {
    const { engines: store } = await call.project();
    const saved = await store.change(async ({ get, takenIds }) => {
      const { value } = await get(id);
      const newId = to ?? mintFrom(`${id}-copy`, 'engine', await takenIds());
      const copy = { ...value, id: newId, name: name ?? textHead(`${value.name} copy`, 300) };
      return { value: copy, expected: null, copyOf: value };
    });
    return reportSaved(call, saved);
  },
};
