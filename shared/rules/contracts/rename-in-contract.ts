import type { ContextContract, ContractState } from '../../model/context-contract.ts';

/** Where a contract names a memory: dotted paths from its root. */
export const memoryPlaces = ({ state }: Pick<ContextContract, 'state'>, id: string): string[] => [
  ...('memory' in state && state.memory === id ? ['state.memory'] : []),
  ...('other' in state && state.other === id ? ['state.other'] : []),
  ...('of' in state && 'memory' in state.of && state.of.memory === id ? ['state.of.memory'] : []),
];

/** The statement with another id for a memory; the same one where it does not name it. */
export function withMemoryRenamed(state: ContractState, id: string, to: string): ContractState {
  if (memoryPlaces({ state }, id).length === 0) return state;
  if (state.kind === 'limit') return { ...state, of: { memory: to } };
  return {
    ...state,
    ...('memory' in state && state.memory === id && { memory: to }),
    ...('other' in state && state.other === id && { other: to }),
  };
}
