import type { ContextContract } from './context-contract.ts';
import type { ContextTest } from './context-test.ts';

/** Tokens of a contract that nobody has said yet; no file has them. A name that nobody has said is empty. */
export const unsaidTokens = -1;

/** Whether a contract does not say all that it speaks of yet: it is neither checked nor written. */
export const isContractBegun = ({ state }: Pick<ContextContract, 'state'>): boolean =>
  Object.values(state)
    .flatMap(part => (typeof part === 'object' ? Object.values(part) : part))
    .some(part => part === '' || part === unsaidTokens);

/** Those that say all that they speak of. */
export const wholeContracts = (contracts: Iterable<ContextContract>): ContextContract[] =>
  [...contracts].filter(contract => !isContractBegun(contract));

/** Whether a test does not say yet of which request it speaks, or expects nothing of it: it is neither run nor written. */
export const isTestBegun = ({ sample, expect }: Pick<ContextTest, 'sample' | 'expect'>): boolean =>
  sample === '' || expect.length === 0;
