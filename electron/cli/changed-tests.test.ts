import { expect, it } from 'vitest';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import { engineAdding, memoryOf, requestOf } from '../../test/support/engine-definitions.ts';
import { touchedTests } from './changed-tests.ts';

const compared: ContextContract = {
  id: 'same',
  name: 'S',
  severity: 'error',
  state: { kind: 'equivalent', engines: ['on', 'off'] },
};
const state = {
  tests: [
    {
      id: 'named',
      name: 'N',
      request: requestOf(),
      expect: [{ kind: 'contract' as const, contract: 'same' }],
    },
    { id: 'other', name: 'O', request: requestOf(), expect: [{ kind: 'missing' as const, variables: [] }] },
  ],
  samples: [],
  engines: [engineAdding('on', 'm'), { ...engineAdding('off', 'm'), enabled: false }],
  memories: [memoryOf('m')],
  contracts: [compared],
};

it('a contract that is another, or compares engines that are, touches the tests that name it and no others', () => {
  expect(touchedTests(state, state)).toEqual([]);
  const severe = { ...state, contracts: [{ ...compared, severity: 'warning' as const }] };
  expect(touchedTests(state, severe)).toEqual(['named']);
  expect(touchedTests(state, { ...state, contracts: [] })).toEqual(['named']);
  // It is disabled: what rules come to stays the same.
  const off = { ...engineAdding('off', 'n'), enabled: false };
  const [on = off] = state.engines;
  expect(touchedTests(state, { ...state, engines: [on, off] })).toEqual(['named']);
});
