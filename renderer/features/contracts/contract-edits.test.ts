import { expect, it } from 'vitest';
import { isContractBegun, unsaidTokens } from '../../../shared/model/begun.ts';
import {
  type ContextContract,
  type ContractState,
  contextContractSchema,
} from '../../../shared/model/context-contract.ts';
import { keysOf } from '../../../shared/model/entries.ts';
import { addContract, type ContractKind, setConditions, withKind, withOperator } from './contract-edits.ts';

const kinds: Record<ContractKind, object> = {
  always: { memory: 'n' },
  never: { memory: 'n' },
  together: { memory: 'n', other: '' },
  implies: { memory: 'n', other: '' },
  order: { memory: 'n', other: '' },
  limit: { of: { memory: 'n' }, tokens: unsaidTokens },
  equivalent: { engines: ['', ''] },
  reachable: { rule: '' },
};
const isWhole = (state: ContractState) =>
  contextContractSchema.safeParse({ id: 'c', name: 'C', severity: 'error', state }).success;

it.each(keysOf(kinds))(
  'a statement becomes one of kind %s with what it had, and is begun while it lacks something',
  kind => {
    const state = withKind(kind, { kind: 'always', memory: 'n' });
    expect(state).toEqual({ kind, ...kinds[kind] });
    // What no file may have is begun, and nothing else is.
    expect(isContractBegun({ state })).toBe(!isWhole(state));
    expect(isContractBegun({ state: withKind(kind) })).toBe(!isWhole(withKind(kind)));
  },
);

it('a new contract has a free id, and no conditions leave no trace', () => {
  const draft = { contracts: {} as Record<string, ContextContract> }; // as immer gives it
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
