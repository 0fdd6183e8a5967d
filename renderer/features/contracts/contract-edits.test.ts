import { expect, it } from 'vitest';
import { type ContextContract, contextContractSchema } from '../../../shared/model/context-contract.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { emptyDocuments } from '../../stores/history.ts';
import { addContract, type ContractKind, setConditions, withKind, withOperator } from './contract-edits.ts';

const documents = {
  ...emptyDocuments,
  engines: { e: engineAdding('e', 'm'), f: engineAdding('f', 'n') },
  memories: { m: memoryOf('m'), n: memoryOf('n') },
};
const kinds: Record<ContractKind, object> = {
  always: { memory: 'n' },
  never: { memory: 'n' },
  together: { memory: 'n', other: 'm' },
  implies: { memory: 'n', other: 'm' },
  order: { memory: 'n', other: 'm' },
  limit: { of: { memory: 'n' }, tokens: 1000 },
  equivalent: { engines: ['e', 'f'] },
  reachable: { rule: 'e/e-rule' },
};

it.each(keysOf(kinds))(
  'a statement becomes one of kind %s, with what it had and what the project has',
  kind => {
    const state = withKind(kind, { kind: 'always', memory: 'n' }, documents);
    expect(state).toEqual({ kind, ...kinds[kind] });
    const whole = { id: 'c', name: 'C', severity: 'error', state };
    expect(contextContractSchema.safeParse(whole).success).toBe(true);
  },
);

it('a new contract has a free id, and no conditions leave no trace', () => {
  const draft = { ...documents, contracts: {} as Record<string, ContextContract> }; // as immer gives it
  expect([addContract(draft, 'New contract'), addContract(draft, 'New contract')]).toEqual([
    'new-contract',
    'new-contract-2',
  ]);
  const contract: ContextContract = {
    id: 'c',
    name: 'C',
    severity: 'error',
    state: { kind: 'never', memory: 'm' },
  };
  const before = { ...contract };
  setConditions(contract, [{ field: 'addVar.a', operator: 'exists' }]);
  expect(contract.when).toHaveLength(1);
  setConditions(contract, []);
  expect(contract).toEqual(before);
});

it('a value follows its operator as far as that takes one', () => {
  const condition = { field: 'addVar.a', operator: 'eq', value: 'x' } as const;
  const many = withOperator(condition, 'in');
  expect(many).toEqual({ ...condition, operator: 'in', value: ['x'] });
  expect(withOperator(many, 'neq')).toEqual({ ...condition, operator: 'neq', value: 'x' });
  expect(withOperator(many, 'exists')).toEqual({ field: 'addVar.a', operator: 'exists' });
});
