import { isContractBegun, unsaidTokens } from '../../../shared/model/begun.ts';
import type { ContextContract, ContractState } from '../../../shared/model/context-contract.ts';
import type { Condition } from '../../../shared/model/rule.ts';
import { contractSentence } from '../../../shared/rules/contracts/contract-sentence.ts';
import type { Operator } from '../../../shared/rules/operators.ts';
import { valueForOperator } from '../../../shared/rules/value-for-operator.ts';
import { editDocument } from '../../stores/documents.ts';
import { freeIdFromName } from '../../stores/free-id.ts';
import type { Documents } from '../../stores/history.ts';
import { t, told } from '../../texts/texts.ts';

export type ContractKind = ContractState['kind'];

/** What statements are made of; a statement that becomes one of another kind keeps what both have. */
interface Parts {
  readonly memory: string;
  readonly other: string;
  readonly tokens: number;
  readonly engines: [string, string];
  readonly rule: string;
}

const statements: { readonly [Kind in ContractKind]: (parts: Parts) => ContractState } = {
  always: ({ memory }) => ({ kind: 'always', memory }),
  never: ({ memory }) => ({ kind: 'never', memory }),
  together: ({ memory, other }) => ({ kind: 'together', memory, other }),
  implies: ({ memory, other }) => ({ kind: 'implies', memory, other }),
  order: ({ memory, other }) => ({ kind: 'order', memory, other }),
  limit: ({ memory, tokens }) => ({ kind: 'limit', of: { memory }, tokens }),
  equivalent: ({ engines }) => ({ kind: 'equivalent', engines }),
  reachable: ({ rule }) => ({ kind: 'reachable', rule }),
};

/** The statement as one of another kind: with what it had; all else is still to be said. */
export function withKind(kind: ContractKind, state?: ContractState): ContractState {
  const counted = state && 'of' in state && 'memory' in state.of ? state.of.memory : '';
  return statements[kind]({
    memory: state && 'memory' in state ? state.memory : counted,
    other: (state && 'other' in state ? state.other : undefined) ?? '',
    tokens: state && 'tokens' in state ? state.tokens : unsaidTokens,
    engines: state && 'engines' in state ? state.engines : ['', ''],
    rule: state && 'rule' in state ? state.rule : '',
  });
}

/** Begins a contract of the commonest kind, which asks for its memory, and gives its id. */
export function addContract(draft: Pick<Documents, 'contracts'>, name: string): string {
  const id = freeIdFromName(name, 'contract', Object.keys(draft.contracts));
  draft.contracts[id] = { id, name, severity: 'error', state: withKind('always') };
  return id;
}

/** A contract in words; of one that is begun, as far as it goes. */
export function contractWords(contract: ContextContract): string {
  return isContractBegun(contract)
    ? t('A draft: it is checked and saved once all of it is said.')
    : told(contractSentence(contract));
}

/** One undoable change of one contract; edits with the same key within a second are one step. */
export const editContract = (
  contractId: string,
  label: string,
  change: (contract: ContextContract) => void,
  mergeKey?: string,
): void => editDocument('contracts', contractId, label, change, mergeKey);

/** Sets the conditions; without any, the contract speaks of every request and its file says nothing of them. */
export function setConditions(contract: ContextContract, conditions: readonly Condition[]): void {
  if (conditions.length === 0) delete contract.when;
  else contract.when = [...conditions];
}

/** The condition with another operator, and its value as far as that one takes it. */
export function withOperator({ value, ...condition }: Condition, operator: Operator): Condition {
  const carried = valueForOperator(value, operator);
  return { ...condition, operator, ...(carried !== undefined && { value: carried }) };
}
