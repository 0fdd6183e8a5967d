import { hasShape } from '../../shared/model/check-shape.ts';
import { type Config, defaultConfig } from '../../shared/model/config.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { ContextTest, Expectation } from '../../shared/model/context-test.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import { judgeConfig } from '../../shared/model/judge-config.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import { requestSchema } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { namesIn } from '../../shared/rules/contracts/decide-contract.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { outcomeOf, ruleCase, ruleGround } from '../../shared/rules/testing/rule-case.ts';
import { type ConfigFile, configFile, judgedConfigFile } from '../storage/files/config-file.ts';
import {
  contractKind,
  engineKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../storage/files/definition-kinds.ts';
import { type Git, withGit } from '../storage/git/ask-git.ts';
import { readRevision, readRevisionFile, resolveRevision } from '../storage/git/read-revision.ts';

export interface TestState {
  readonly tests: readonly ContextTest[];
  readonly samples: readonly Sample[];
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly contracts: readonly ContextContract[];
  /** What the configuration comes to; of a file that cannot be read, what stands in it or why. */
  readonly config: ConfigState;
}

type ConfigState = Config | { readonly unreadable: string };

/** A configuration as tests see it: however it is written, and with what it leaves to the defaults. */
export function configState(file: ConfigFile): ConfigState {
  if (file.kind === 'absent') return defaultConfig;
  return file.kind === 'read'
    ? judgeConfig(file.value).config
    : { unreadable: `${file.reason} ${file.hash}` };
}

/** The definitions that tests are about, as a commit has them. */
export async function testsAt(folder: string, revision: string): Promise<TestState> {
  return withGit(folder, async git => {
    const commit = await resolveRevision(git, revision);
    return {
      tests: [...(await readRevision(git, commit, testKind)).values],
      samples: [...(await readRevision(git, commit, sampleKind)).values],
      engines: [...(await readRevision(git, commit, engineKind)).values],
      memories: [...(await readRevision(git, commit, memoryKind)).values],
      contracts: [...(await readRevision(git, commit, contractKind)).values],
      config: configState(await configAt(git, commit)),
    };
  });
}

async function configAt(git: Git, commit: string): Promise<ConfigFile> {
  const file = await readRevisionFile(git, commit, configFile);
  return file === undefined ? { kind: 'absent' } : judgedConfigFile(file);
}

/**
 * Ids of tests that may come out otherwise than before: they or their sample changed, the rules come to something else
 * for them, an engine that they name came or went, a rule or a contract that they name is another or speaks of what is, or
 * a memory that they get is. The configuration takes part in every context, so that another one touches all of them.
 */
export function touchedTests(before: TestState, now: TestState): string[] {
  if (!isJsonEqual(before.config, now.config)) return now.tests.map(({ id }) => id);
  const regexes = createRegexCache();
  const memories = changedIds(before.memories, now.memories);
  const tests = changedIds(before.tests, now.tests);
  const samples = changedIds(before.samples, now.samples);
  const rules = changedIds(rulesOf(before.engines), rulesOf(now.engines));
  const engines = changedIds(before.engines, now.engines);
  for (const { id, rules: own } of now.engines)
    if (own.some(({ then }) => then.add_memories.some(memory => memories.has(memory)))) engines.add(id);
  const contracts = changedIds(before.contracts, now.contracts);
  for (const { id, state } of now.contracts) {
    const { memory, other, counted, compared, rule } = namesIn(state);
    const isOther = [memory, other, counted].some(one => memories.has(one ?? '')) || rules.has(rule ?? '');
    if (isOther || compared.some(engine => engines.has(engine))) contracts.add(id);
  }
  const asked = new Map(now.samples.map(({ id, request }) => [id, request]));
  const grounds = [before, now].map(({ engines }) => ruleGround(engines));
  return now.tests
    .filter(test => {
      const isOther = tests.has(test.id) || (test.sample !== undefined && samples.has(test.sample));
      if (
        isOther ||
        test.expect.some(one => rules.has(ruleIn(one) ?? '') || contracts.has(contractIn(one) ?? ''))
      )
        return true;
      const request = test.sample === undefined ? test.request : asked.get(test.sample);
      if (!hasShape(requestSchema, request)) return true;
      const [left, right] = grounds.map(ground => {
        const { fired, rules: own } = ruleCase(request, ground, regexes);
        const outcome = outcomeOf(
          own.filter(rule => fired.has(rule)),
          request,
        );
        // A request that names an engine which is not there is none.
        const isThere = request.rule_engine_ids?.map(id => ground.engines.some(engine => engine.id === id));
        return { ...outcome, isThere };
      });
      return !isJsonEqual(left, right) || (right?.added.some(id => memories.has(id)) ?? true);
    })
    .map(({ id }) => id);
}

const ruleIn = (expectation: Expectation): string | undefined =>
  'rule' in expectation ? expectation.rule : undefined;

const contractIn = (expectation: Expectation): string | undefined =>
  'contract' in expectation ? expectation.contract : undefined;

const rulesOf = (engines: readonly ContextRuleEngine[]) =>
  engines.flatMap(engine => engine.rules.map(rule => ({ ...rule, id: `${engine.id}/${rule.id}` })));

/** Ids of what was added, removed or changed. */
function changedIds<Value extends { readonly id: string }>(
  before: readonly Value[],
  now: readonly Value[],
): Set<string> {
  const [old, own] = [before, now].map(list => new Map(list.map(value => [value.id, value])));
  const ids = [...(old?.keys() ?? []), ...(own?.keys() ?? [])];
  return new Set(ids.filter(id => !isJsonEqual(old?.get(id), own?.get(id))));
}
