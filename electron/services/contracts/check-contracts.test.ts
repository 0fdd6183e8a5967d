import { expect, it } from 'vitest';
import type { ContractState } from '../../../shared/model/context-contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { engineAdding, memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';

const contract = (state: ContractState, id = 'c') => ({ id, name: id, severity: 'error' as const, state });
const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'review' }];

it('answers for each contract what the rules of the open project come to', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const engine = engineAdding('review', 'checklist');
  const late = [{ field: 'addVar.phase', operator: 'in' as const, value: ['review', 'release'] }];
  const rules = engine.rules.map(rule => ({ ...rule, when: late }));
  await call('engines.create', { engine: { ...engine, rules } });
  for (const id of ['checklist', 'unused'])
    await call('memories.save', { memory: memoryOf(id), expected_hash: null });
  const { results } = await call('contracts.check', {
    contracts: [
      { ...contract({ kind: 'never', memory: 'checklist' }, 'no-checklist'), when },
      contract({ kind: 'never', memory: 'unused' }, 'unused'),
      contract({ kind: 'never', memory: 'nowhere' }, 'nowhere'),
      contract({ kind: 'reachable', rule: 'review/review-rule' }, 'reached'),
    ],
  });
  expect(results).toMatchObject([
    { id: 'no-checklist', answer: 'refuted', witness: { additional_variables: { phase: 'review' } } },
    { id: 'unused', answer: 'proved', reason: 'no request makes a rule add "unused"' },
    { id: 'nowhere', answer: 'open', reason: 'there is no memory "nowhere"', unknown: 'memory "nowhere"' },
    { id: 'reached', answer: 'proved' },
  ]);
});

it('counts tokens of texts that stand in the memory, and says where they hang on something else', async () => {
  const { call } = startApp();
  const limit = (tokens: number) => [contract({ kind: 'limit', of: { memory: 'm' }, tokens })];
  const engines = [engineAdding('e', 'm')];
  const check = async (tokens: number, text: string) => {
    const memories = [memoryOf('m', { pipeline: [staticStep(text)] })];
    const { results } = await call('contracts.check', { contracts: limit(tokens), engines, memories });
    return results;
  };
  expect(await check(3, 'twelve chars')).toMatchObject([{ answer: 'proved' }]);
  expect(await check(2, 'twelve chars')).toMatchObject([
    { answer: 'refuted', reason: 'here it is 3 tokens' },
  ]);
  expect(await check(3, 'of ${name}')).toMatchObject([{ answer: 'open', reason: /hangs on the request/ }]);
});

it('proves no limit of a text that stands in a memory which asks for a scope', async () => {
  const { call } = startApp();
  const memories = [memoryOf('m', { inputs_scope: ['agent'], pipeline: [staticStep('x'.repeat(4000))] })];
  const contracts = [contract({ kind: 'limit', of: { memory: 'm' }, tokens: 10 })];
  const engines = [engineAdding('e', 'm')];
  const { results } = await call('contracts.check', { contracts, engines, memories });
  expect(results).toMatchObject([{ answer: 'open', reason: /hangs on the request/ }]);
});

it('proves a limit for every estimator that a request may ask for', async () => {
  const { call } = startApp();
  const quarks = '量子色動力學的漸近自由性質與夸克禁閉現象之間的關係研究報告第三十二章節';
  const memories = [memoryOf('m', { pipeline: [staticStep(quarks)] })];
  const engines = [engineAdding('e', 'm')];
  const check = async (tokens: number) => {
    const contracts = [contract({ kind: 'limit', of: { memory: 'm' }, tokens })];
    return (await call('contracts.check', { contracts, engines, memories })).results[0];
  };
  expect(await check(8)).toMatchObject({ answer: 'refuted', reason: 'here it is 9 tokens' });
  expect(await check(10)).toMatchObject({
    answer: 'refuted',
    reason: 'here it is 33 tokens, by o200k_base',
    witness: { scope_variables: {}, constraints: { estimator: 'o200k_base' } },
  });
  expect(await check(49)).toMatchObject({
    answer: 'refuted',
    reason: 'here it is 50 tokens, by cl100k_base',
  });
  expect(await check(50)).toMatchObject({ answer: 'proved' });
});

it('refuses what is no contract, with all that is wrong', async () => {
  const { ask } = startApp();
  const contracts = [{ ...contract({ kind: 'never', memory: 'm' }), state: { kind: 'sometimes' }, name: '' }];
  expect(await ask('contracts.check', { contracts, engines: [] })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      details: { errors: [{ path: '0.name' }, { path: '0.state.kind' }] },
    },
  });
});
