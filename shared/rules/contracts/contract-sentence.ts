import { unreachable } from '../../contract/errors.ts';
import type { ContextContract, ContractState } from '../../model/context-contract.ts';
import { conditionsText } from '../rule-sentence.ts';

/** A contract in words: "always security-checklist when phase is hotfix". */
export function contractSentence({
  state,
  when = [],
  after,
}: Pick<ContextContract, 'state' | 'when' | 'after'>): string {
  const scope = when.length === 0 ? '' : ` when ${conditionsText(when)}`;
  return `${stateWords(state)}${scope}${after === 'budget' ? ', within the budget' : ''}`;
}

function stateWords(state: ContractState): string {
  switch (state.kind) {
    case 'always':
      return `always ${state.memory}`;
    case 'never':
      return `never ${state.memory}${state.other === undefined ? '' : ` with ${state.other}`}`;
    case 'together':
      return `${state.memory} and ${state.other} together, or neither`;
    case 'implies':
      return `${state.memory} implies ${state.other}`;
    case 'order':
      return `${state.memory} before ${state.other}`;
    case 'limit':
      return `at most ${state.tokens} tokens of ${Object.values(state.of).join('')}`;
    case 'equivalent':
      return `${state.engines.join(' and ')} add the same`;
    case 'reachable':
      return `${state.rule} fires for some request`;
    default:
      return unreachable(state);
  }
}
