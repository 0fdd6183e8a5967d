import { unreachable } from '../../contract/errors.ts';
import { originWords } from '../../model/authority.ts';
import type { ContextContract, ContractState, ContractVerdict } from '../../model/context-contract.ts';
import type { Finding } from '../../model/finding.ts';
import type { ContextRequest } from '../../model/request.ts';
import { conditionsText } from '../rule-sentence.ts';

/** Whether the rules say all there is to say: they need no text and no budget. */
export const isOfRulesAlone = ({ state, after }: Pick<ContextContract, 'state' | 'after'>): boolean =>
  state.kind !== 'limit' && after !== 'budget';

/** A contract in words: "always security-checklist when phase is hotfix". */
export function contractSentence({
  state,
  when = [],
  after,
}: Pick<ContextContract, 'state' | 'when' | 'after'>): string {
  const scope = when.length === 0 ? '' : ` when ${conditionsText(when)}`;
  return `${stateWords(state)}${scope}${after === 'budget' ? ', within the budget' : ''}`;
}

/** What is to be said of a contract in a list of problems. */
interface ContractFinding {
  readonly severity: Finding['severity'];
  readonly code: 'contract-broken' | 'contract-open' | 'contract-unknown-name';
  readonly message: string;
  /** A request that breaks it. */
  readonly witness?: ContextRequest;
}

/** Nothing of one that is proved, or held wherever it was tried. */
export function contractFinding(
  contract: ContextContract,
  { answer, reason, witness, unknown }: ContractVerdict,
): ContractFinding | undefined {
  const sentence = `"${contract.name}" (${contractSentence(contract)})`;
  switch (answer) {
    case 'refuted': {
      const message = `${sentence} is broken: ${reason}`;
      return { severity: contract.severity, code: 'contract-broken', message, ...(witness && { witness }) };
    }
    case 'open':
      return unknown === undefined
        ? { severity: 'info', code: 'contract-open', message: `${sentence} is not provable: ${reason}` }
        : { severity: 'warning', code: 'contract-unknown-name', message: `${sentence}: ${reason}` };
    case 'proved':
    case 'checked':
      return undefined;
    default:
      return unreachable(answer);
  }
}

function countedWords(of: Extract<ContractState, { kind: 'limit' }>['of']): string {
  if ('memory' in of) return of.memory;
  const words = ['origin' in of ? originWords[of.origin] : undefined, of.section?.replaceAll('_', ' ')];
  return words.filter(word => word !== undefined).join(' in ');
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
      return `at most ${state.tokens} tokens of ${countedWords(state.of)}`;
    case 'equivalent':
      return `${state.engines.join(' and ')} add the same`;
    case 'reachable':
      return `${state.rule} fires for some request`;
    default:
      return unreachable(state);
  }
}
