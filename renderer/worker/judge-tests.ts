import { hasShape } from '../../shared/model/check-shape.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { ContextTest } from '../../shared/model/context-test.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import { requestSchema } from '../../shared/model/request.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { createRegexCache, type RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { contractsMet, judgeOfKnown } from '../../shared/rules/testing/judge-contract.ts';
import type { Judgement } from '../../shared/rules/testing/judge-expectation.ts';
import { outcomeOf, ruleCase, ruleGround } from '../../shared/rules/testing/rule-case.ts';
import { changedVersions, type EngineVersions, takeEach } from './document-mirror.ts';
import type { DocumentChanges } from './protocol.ts';

interface TestMemory {
  readonly engines: Map<string, EngineVersions>;
  readonly samples: Map<string, Sample>;
  readonly contracts: Map<string, ContextContract>;
  readonly memories: Map<string, PersistentMemory>;
  readonly regexes: RegexCache;
  tests: readonly ContextTest[];
}

/** What changed; absent parts did not. */
export interface TestMessage {
  readonly changes?: DocumentChanges;
  readonly tests?: readonly ContextTest[];
}

/** By test: each of its expectations as far as rules decide it. A test whose request is none is not in here. */
export type LiveJudgements = Readonly<Record<string, readonly Judgement[]>>;

export const emptyTestMemory = (): TestMemory => ({
  engines: new Map(),
  samples: new Map(),
  contracts: new Map(),
  memories: new Map(),
  regexes: createRegexCache(8192),
  tests: [],
});

/** Takes changes in and judges every test by the working rules. */
export function judgeTests(memory: TestMemory, { changes, tests }: TestMessage): LiveJudgements {
  for (const [id, change] of Object.entries(changes?.engines ?? {})) {
    if (change === null) memory.engines.delete(id);
    else memory.engines.set(id, changedVersions(memory.engines.get(id), change));
  }
  takeEach(memory.samples, changes?.samples);
  takeEach(memory.contracts, changes?.contracts);
  takeEach(memory.memories, changes?.memories);
  memory.tests = tests ?? memory.tests;
  const engines = [...memory.engines.values()].flatMap(({ working }) => working ?? []);
  const ground = ruleGround(engines);
  const known = {
    engines,
    contracts: [...memory.contracts.values()],
    memories: [...memory.memories.values()],
  };
  const judged = memory.tests.flatMap(test => {
    const request = test.sample === undefined ? test.request : memory.samples.get(test.sample)?.request;
    if (!hasShape(requestSchema, request)) return [];
    const asked = ruleCase(request, ground, memory.regexes);
    const fired = asked.rules.filter(rule => asked.fired.has(rule));
    const contractOf = contractsMet(asked, known, memory.regexes);
    const seen = { rules: outcomeOf(fired, request), contractOf: (id: string) => contractOf(id, fired) };
    return [[test.id, test.expect.map(one => judgeOfKnown(one, seen, known))] as const];
  });
  return Object.fromEntries(judged);
}
