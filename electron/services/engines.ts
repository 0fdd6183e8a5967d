import type { enginesContract } from '../../shared/contract/engines.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { type ContextRuleEngine, engineDraftSchema, engineSchema } from '../../shared/model/rule.ts';
import { checkEngine } from '../../shared/rules/validate-rule.ts';
import { formatCanonicalJson } from '../storage/files/canonical-json.ts';
import { engineKind } from '../storage/files/definition-kinds.ts';
import type { SavedDefinition } from '../storage/files/definition-store.ts';
import type { Call, Handlers } from './call.ts';
import { completeEngine, completeRules } from './complete-engine.ts';
import { takenIds, toListing } from './definition-list.ts';
import { importEngines } from './import-engines.ts';
import { refuseMisshaped, refuseProblems } from './refuse-problems.ts';

export const engineHandlers: Handlers<keyof typeof enginesContract> = {
  async 'engines.list'(_, call) {
    const { engines: store } = await call.project();
    const { values: engines, hashes, problems } = toListing(await store.list());
    return { engines, hashes, problems };
  },

  async 'engines.get'({ id }, call) {
    const { engines: store } = await call.project();
    const { value: engine, hash } = await store.get(id);
    return { engine, hash };
  },

  async 'engines.create'({ engine: draft }, call) {
    refuseMisshaped('the engine', engineDraftSchema, draft);
    const { engines: store } = await call.project();
    const engine = completeEngine(draft, takenIds(await store.list()));
    refuseUnusable(engine);
    return reportSaved(call, await store.save(engine, null));
  },

  async 'engines.update'({ id, changes, expected_hash }, call) {
    refuseMisshaped('the change', engineDraftSchema.partial(), changes);
    if (changes.id !== undefined && changes.id !== id)
      throw new AppError(
        'invalid_input',
        `"${id}" cannot become "${changes.id}" by an update; create it anew and delete the old one`,
      );
    const { engines: store } = await call.project();
    const { value: current, hash } = await store.get(id);
    const { rules = current.rules, ...others } = changes;
    // A key without a value means "leave it", so what is merged has the types of an engine.
    const merged = { ...current, ...withoutUndefined(others) } as ContextRuleEngine;
    const engine: ContextRuleEngine = { ...merged, rules: completeRules(rules) };
    refuseUnusable(engine);
    return reportSaved(call, await store.save(engine, expected_hash ?? hash));
  },

  async 'engines.save'({ engine, expected_hash }, call) {
    refuseUnusable(engine);
    const { engines: store } = await call.project();
    return reportSaved(call, await store.save(engine, expected_hash));
  },

  async 'engines.delete'({ id, expected_hash }, call) {
    const { engines: store } = await call.project();
    await store.remove(id, expected_hash);
    call.app.events.publish({ event: 'contextRuleEngine:deleted', id });
    return { deleted: id };
  },

  'engines.validate'({ engine }) {
    const problems = checkEngine(engine);
    return { valid: problems.length === 0, problems };
  },

  'engines.import': importEngines,

  async 'engines.export'({ id, engine: given }, call) {
    if ((id === undefined) === (given === undefined))
      throw new AppError('invalid_input', 'give either the id of an engine or the engine itself');
    if (given !== undefined) refuseMisshaped('the engine', engineSchema, given);
    const engine = given ?? (await (await call.project()).engines.get(id ?? '')).value;
    return { filename: `${engine.id}.json`, text: formatCanonicalJson(engine, engineKind.order) };
  },
};

/** Saving is refused for what no runtime could load, and for patterns that never compile (T12); the rest is for the linter. */
function refuseUnusable(engine: ContextRuleEngine): void {
  refuseMisshaped('the engine', engineSchema, engine);
  const refused = checkEngine(engine).filter(
    ({ code }) => code === 'bad_pattern' || code === 'duplicate_rule_id',
  );
  refuseProblems('the engine', refused);
}

function reportSaved(
  call: Call,
  { value: engine, hash, change }: SavedDefinition<ContextRuleEngine>,
): { engine: ContextRuleEngine; hash: string } {
  if (change !== 'unchanged')
    call.app.events.publish({ event: `contextRuleEngine:${change}`, id: engine.id });
  return { engine, hash };
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
