import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { memoryOf } from '../../test/support/engine-definitions.ts';
import { emptyTestMemory, judgeTests } from './judge-tests.ts';

const engineWith = (bound: number): ContextRuleEngine => ({
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'r',
      name: 'R',
      when: [{ field: 'addVar.risk', operator: 'gt', value: bound }],
      then: { add_memories: ['m'] },
    },
  ],
});
const change = (engine: ContextRuleEngine) => ({
  engines: { [engine.id]: { working: { engine: { ...engine, rules: [] }, rules: engine.rules } } },
});
const risky = { scope_variables: {}, additional_variables: { risk: 1 } };

it('judges tests by the rules of the moment, and leaves open what hangs on the context', () => {
  const memory = emptyTestMemory();
  const tests = [
    { id: 'own', name: 'Own', request: risky, expect: [{ kind: 'fires' as const, rule: 'e/r' }] },
    {
      id: 'sampled',
      name: 'Sampled',
      sample: 's',
      expect: [
        { kind: 'included' as const, memory: 'm' },
        { kind: 'tokens' as const, at_most: 1 },
      ],
    },
    {
      id: 'bound',
      name: 'Bound',
      request: risky,
      expect: [
        { kind: 'contract' as const, contract: 'always' },
        { kind: 'contract' as const, contract: 'kept' },
      ],
    },
    { id: 'lost', name: 'Lost', sample: 'none', expect: [] },
  ];
  const m = memoryOf('m');
  const always = {
    id: 'always',
    name: 'A',
    severity: 'error' as const,
    state: { kind: 'always' as const, memory: 'm' },
  };
  const contracts = { always, kept: { ...always, id: 'kept', after: 'budget' as const } };
  const samples = { s: { id: 's', name: 'S', request: risky } };
  const statesOf = (judged: ReturnType<typeof judgeTests>) =>
    Object.entries(judged).map(([id, list]) => [id, list.map(({ state }) => state)]);
  expect(
    statesOf(
      judgeTests(memory, {
        changes: { ...change(engineWith(0)), samples, contracts, memories: { m } },
        tests,
      }),
    ),
  ).toEqual([
    ['own', ['passed']],
    ['sampled', ['open', 'open']],
    ['bound', ['passed', 'open']],
  ]);
  expect(statesOf(judgeTests(memory, { changes: change(engineWith(2)) }))).toEqual([
    ['own', ['failed']],
    ['sampled', ['failed', 'open']],
    ['bound', ['failed', 'open']],
  ]);
});
