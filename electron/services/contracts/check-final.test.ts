import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextContract, ContractState } from '../../../shared/model/context-contract.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { itemFormats, type PersistentMemory } from '../../../shared/model/memory.ts';
import {
  budgetStrategies,
  type Constraints,
  type ContextRequest,
  estimators,
} from '../../../shared/model/request.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { breakOf, type ContextState, finalContext } from '../../../shared/rules/contracts/final-context.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const contractOf = (state: ContractState, id = 'c'): ContextContract => ({
  id,
  name: id,
  severity: 'error',
  state,
  after: 'budget',
});
const pinned = (id: string, text: string) =>
  memoryOf(id, { pipeline: [staticStep(text)], contribution: { required: true } });
const plain = (id: string, text: string) => memoryOf(id, { pipeline: [staticStep(text)] });

async function filled(memories: readonly PersistentMemory[], samples: readonly ContextRequest[]) {
  const harness = startApp();
  const { call, openEmpty } = harness;
  const folder = await openEmpty();
  const ids = memories.map(({ id }) => id);
  await call('engines.save', { engine: engineAdding('e', ...ids), expected_hash: null });
  for (const memory of memories) await call('memories.save', { memory, expected_hash: null });
  for (const [index, request] of samples.entries())
    await call('samples.save', {
      sample: { id: `s${index}`, name: 'S', request },
      expected_hash: null,
    });
  const verdictOf = async (state: ContractState) => {
    const { results } = await call('contracts.check', { contracts: [contractOf(state)] });
    return results[0];
  };
  return { ...harness, folder, verdictOf };
}

const limited = (max_tokens: number) => requestOf({ constraints: { max_tokens } });

it('proves what is pinned, as far as the limit has room for it, and refutes it by a sample that has none', async () => {
  const { verdictOf, call } = await filled(
    [pinned('m', 'twelve chars'), plain('n', 'eight ch')],
    [limited(3)],
  );
  expect(await verdictOf({ kind: 'always', memory: 'm' })).toMatchObject({
    answer: 'proved',
    reason: expect.stringContaining('"m" is pinned: no limit of at least 3 tokens cuts that'),
  });
  expect(await verdictOf({ kind: 'always', memory: 'n' })).toEqual({
    id: 'c',
    answer: 'refuted',
    reason: '"n" is not in this context: the budget cut it',
    witness: limited(3),
  });
  await call('samples.save', {
    sample: { id: 'low', name: 'Low', request: limited(2) },
    expected_hash: null,
  });
  expect(await verdictOf({ kind: 'always', memory: 'm' })).toMatchObject({
    answer: 'refuted',
    witness: limited(2),
  });
});

const quarks = '量子色動力學的漸近自由性質與夸克禁閉現象之間的關係研究報告第三十二章節';

it('proves nothing that another estimator, or a limit of the rendered text, breaks', async () => {
  const { verdictOf, call } = await filled([pinned('m', quarks)], []);
  const always: ContractState = { kind: 'always', memory: 'm' };
  const { answer, reason } = (await verdictOf(always)) ?? {};
  const [items, rendered] = [...(reason ?? '').matchAll(/at least (\d+)/g)].map(([, least]) => Number(least));
  expect({ answer, items }).toEqual({ answer: 'proved', items: 50 });
  const keeps = async (constraints: Constraints) =>
    (await call('assembly.preview', { request: requestOf({ constraints }) })).meta.total_items === 1;
  for (const estimator of estimators) {
    expect(await keeps({ max_tokens: items, estimator })).toBe(true);
    for (const budget_strategy of budgetStrategies)
      expect(await keeps({ max_tokens: rendered, estimator, budget_strategy, count: 'rendered' })).toBe(true);
  }
  expect(await keeps({ max_tokens: 49, estimator: 'cl100k_base' })).toBe(false);
  const limit = (tokens: number): ContractState => ({ kind: 'limit', of: { memory: 'm' }, tokens });
  expect(await verdictOf(limit(10))).toMatchObject({
    answer: 'refuted',
    reason: 'here it is 33 tokens',
    witness: { constraints: { estimator: 'o200k_base' } },
  });
  expect(await verdictOf(limit(50))).toMatchObject({ answer: 'proved' });
});

it('says in how many contexts something held that is not proved', async () => {
  const { verdictOf } = await filled([plain('m', 'a text'), plain('n', 'another text')], [requestOf()]);
  expect(await verdictOf({ kind: 'together', memory: 'm', other: 'n' })).toMatchObject({
    answer: 'checked',
    contexts: expect.any(Number),
    reason: expect.stringMatching(/^it held in all \d+ contexts/),
  });
});

it('knows by authority what cannot stand in a section, and by sections what stands first', async () => {
  const late = memoryOf('late', { pipeline: [staticStep('x')], contribution: { section: 'history' } });
  const { verdictOf } = await filled([plain('m', 'a text'), late], []);
  const none = (section: 'constraints' | 'knowledge'): ContractState => ({
    kind: 'limit',
    of: { origin: 'import', section },
    tokens: 0,
  });
  expect(await verdictOf(none('constraints'))).toMatchObject({
    answer: 'proved',
    reason: 'what comes from there has less authority than the section needs',
  });
  expect(await verdictOf({ kind: 'order', memory: 'm', other: 'late' })).toMatchObject({ answer: 'proved' });
  expect(await verdictOf({ kind: 'order', memory: 'late', other: 'm' })).toMatchObject({
    answer: 'refuted',
    reason: 'here "m" stands before "late"',
  });
});

it('reaches a rule where what it adds is in a context, and compares engines by what they lead to', async () => {
  const { call, verdictOf } = await filled([plain('m', 'a text'), memoryOf('none')], []);
  await call('engines.save', { engine: { ...engineAdding('f', 'm'), enabled: false }, expected_hash: null });
  await call('engines.save', { engine: engineAdding('g', 'none'), expected_hash: null });
  expect(await verdictOf({ kind: 'reachable', rule: 'e/e-rule' })).toMatchObject({ answer: 'proved' });
  expect(await verdictOf({ kind: 'reachable', rule: 'g/g-rule' })).toMatchObject({ answer: 'open' });
  // What brings nothing makes no difference here, and is one for rules alone.
  expect(await verdictOf({ kind: 'equivalent', engines: ['e', 'f'] })).toMatchObject({ answer: 'checked' });
  expect(await verdictOf({ kind: 'equivalent', engines: ['f', 'g'] })).toMatchObject({ answer: 'refuted' });
});

it('assembles nothing of a project that is not trusted', async () => {
  const { ask, call } = startApp();
  const folder = await startApp().openEmpty();
  await writeTree(folder, {
    '.codebolt/context-rule-engines/e.json': JSON.stringify(engineAdding('e', 'm')),
    '.codebolt/PersistentMemory/m.json': JSON.stringify(plain('m', 'a text')),
  });
  await ask('project.open', { path: folder });
  const contracts = [
    contractOf({ kind: 'always', memory: 'm' }),
    contractOf({ kind: 'never', memory: 'm' }),
    contractOf({ kind: 'reachable', rule: 'e/e-rule' }),
  ];
  const { results } = await call('contracts.check', { contracts });
  expect(results).toEqual(
    contracts.map(() =>
      expect.objectContaining({ answer: 'open', reason: expect.stringContaining('not trusted') }),
    ),
  );
});

it('assembles nothing while definitions that it would need are withheld, unless they are given', async () => {
  const { call, verdictOf, folder } = await filled([plain('m', 'a text')], []);
  await writeTree(folder, {
    '.codebolt/context-rule-engines/e.json': JSON.stringify(engineAdding('e', 'm', 'pulled')),
    '.codebolt/PersistentMemory/pulled.json': JSON.stringify(plain('pulled', 'another text')),
  });
  const state = { kind: 'always', memory: 'pulled' } as const;
  const withheld = { answer: 'open', reason: expect.stringContaining('are withheld') };
  await expect.poll(() => verdictOf(state)).toMatchObject(withheld);
  expect(await verdictOf({ kind: 'reachable', rule: 'e/e-rule' })).toMatchObject(withheld);
  const given = {
    contracts: [contractOf(state)],
    engines: [engineAdding('e', 'm', 'pulled')],
    memories: [plain('m', 'a text'), plain('pulled', 'another text')],
  };
  expect(await call('contracts.check', given)).toMatchObject({ results: [{ answer: 'checked' }] });
});

const phases = ['a', 'b'];
/** Of few bytes and many tokens, of what rendering fences, spells out, indents and strips. */
const texts = [
  'same',
  'same',
  quarks.slice(0, 7),
  '# a heading\n\n````\nin a fence',
  'one\ntwo\n\nthree \u{1F600}',
  `hidden\u200B${' '.repeat(9)}\n \n`,
  '{"a":[1,2]}',
] as const;
const memory = (id: string): fc.Arbitrary<PersistentMemory> =>
  fc
    .record({
      section: fc.constantFrom('knowledge' as const, 'history' as const),
      priority: fc.constantFrom('high' as const, 'low' as const),
      format: fc.constantFrom(...itemFormats),
      required: fc.boolean(),
      max_items: fc.constantFrom(undefined, undefined, 1, 2),
      texts: fc.array(fc.constantFrom(...texts, `own text of ${id}`, `own text of ${id}`), { maxLength: 3 }),
    })
    .map(({ texts: own, max_items, ...contribution }) =>
      memoryOf(id, {
        pipeline: [staticStep(...own)],
        contribution: { ...contribution, ...(max_items !== undefined && { max_items }) },
      }),
    );
const rule = (id: string): fc.Arbitrary<ContextRule> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    when: fc.constantFrom(
      [],
      ...phases.map(value => [{ field: 'addVar.p', operator: 'eq' as const, value }]),
    ),
    then: fc.record({ add_memories: fc.subarray(['m', 'n', 'o'], { minLength: 1 }) }),
  });
const world = fc.record({
  memories: fc.tuple(memory('m'), memory('n'), memory('o')),
  rules: fc.tuple(rule('r'), rule('s')),
  /** Of the limits that requests have. */
  chosen: fc.subarray([...Array(11).keys()], { minLength: 3, maxLength: 4 }),
});
const states: Readonly<Record<ContextState['kind'], ContextState>> = {
  always: { kind: 'always', memory: 'm' },
  never: { kind: 'never', memory: 'm', other: 'n' },
  together: { kind: 'together', memory: 'm', other: 'n' },
  implies: { kind: 'implies', memory: 'm', other: 'n' },
  order: { kind: 'order', memory: 'm', other: 'n' },
  limit: { kind: 'limit', of: { section: 'knowledge' }, tokens: 12 },
};

/** Every request of a small domain, with some limits of each kind from that on which a proof names. */
const requestsFrom = (
  { items, rendered }: { readonly items: number; readonly rendered: number },
  chosen: readonly number[],
) => {
  const limits: Constraints[] = [
    {},
    { estimator: 'o200k_base' },
    { estimator: 'cl100k_base' },
    { max_tokens: items + 4 },
    { max_tokens: items },
    { max_tokens: items, estimator: 'o200k_base' },
    { max_tokens: items + 1, estimator: 'cl100k_base', budget_strategy: 'pack' },
    { max_tokens: rendered, count: 'rendered' },
    { max_tokens: rendered, count: 'rendered', estimator: 'o200k_base' },
    { max_tokens: rendered, count: 'rendered', estimator: 'cl100k_base', budget_strategy: 'pack' },
    { max_tokens: rendered + 1, count: 'rendered', budget_strategy: 'pack' },
  ];
  return [...phases, 'c'].flatMap(p =>
    chosen.map(at => requestOf({ additional_variables: { p }, constraints: limits[at] ?? {} })),
  );
};

/** From which limits on a proof holds; where it names none, from any. */
function leastOf(reason: string) {
  const [items = 1, rendered = 1] = [...reason.matchAll(/at least (\d+)/g)].map(([, least]) =>
    Math.max(1, Number(least)),
  );
  return { items, rendered };
}

async function breaksOf(
  { call }: AppHarness,
  state: ContextState,
  requests: readonly ContextRequest[],
  overlay: { engines: ContextRuleEngine[]; memories: PersistentMemory[] },
): Promise<ContextRequest[]> {
  const breaking: ContextRequest[] = [];
  for (const request of requests) {
    const assembled = await call('assembly.preview', { request, overlay });
    if (breakOf(state, finalContext(assembled)) !== undefined) breaking.push(request);
  }
  return breaking;
}

it('is never wrong: what is proved no request of a small domain breaks, and each witness breaks what it refutes', async () => {
  const harness = startApp();
  const answers = new Set<string>();
  await fc.assert(
    fc.asyncProperty(world, async ({ memories, rules, chosen }) => {
      const overlay = { engines: [{ ...engineAdding('e'), rules }], memories };
      const contracts = keysOf(states).map(kind => contractOf(states[kind], kind));
      const { results } = await harness.call('contracts.check', { contracts, ...overlay });
      for (const [index, kind] of keysOf(states).entries()) {
        const { answer, reason, witness } = results[index] ?? { answer: 'open', reason: '' };
        answers.add(`${kind} ${answer}`);
        const requests = answer === 'refuted' && witness ? [witness] : requestsFrom(leastOf(reason), chosen);
        const breaking = await breaksOf(harness, states[kind], requests, overlay);
        if (answer === 'proved') expect([kind, reason, breaking]).toEqual([kind, reason, []]);
        if (answer === 'refuted') expect([kind, reason, breaking]).toEqual([kind, reason, [witness]]);
      }
    }),
    { numRuns: propertyRuns(1000, 1 / 50) },
  );
  for (const kind of keysOf(states))
    expect([...answers]).toEqual(expect.arrayContaining([`${kind} proved`, `${kind} refuted`]));
});

it('control: a pinned text that somebody else brings first, unpinned, is cut with it', async () => {
  const first = memoryOf('first', { pipeline: [staticStep('same')], contribution: { priority: 'high' } });
  const { verdictOf } = await filled([first, pinned('m', 'same'), pinned('n', 'another text')], []);
  expect(await verdictOf({ kind: 'always', memory: 'm' })).toMatchObject({ answer: 'checked' });
  expect(await verdictOf({ kind: 'always', memory: 'n' })).toMatchObject({ answer: 'proved' });
});
