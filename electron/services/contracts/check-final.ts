import type { ContextContract, ContractVerdict } from '../../../shared/model/context-contract.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { breakOf, differenceOf, isReached } from '../../../shared/rules/contracts/final-context.ts';
import { type FinalGround, proofOf } from '../../../shared/rules/contracts/prove-final.ts';
import type { TriedContexts, Untried } from './tried-contexts.ts';

/**
 * What a contract of the final context comes to: refuted by a context that was assembled, else proved from bounds that
 * hold whatever is stored, else checked on all that was tried.
 */
export async function checkFinal(
  contract: ContextContract,
  byRules: ContractVerdict,
  ground: FinalGround,
  tried: TriedContexts | Untried,
): Promise<ContractVerdict> {
  if (byRules.unknown !== undefined) return byRules;
  if (contract.state.kind === 'reachable') return checkReach(contract, contract.state.rule, byRules, tried);
  const { broken, contexts } = isTried(tried)
    ? await findBroken(contract, byRules, ground, tried)
    : nothingTried;
  if (broken) return broken;
  const proof = proofOf(contract.state, byRules, ground);
  if (proof !== undefined) return { answer: 'proved', reason: proof };
  if (contexts > 0) {
    const where = contexts === 1 ? 'the one context that was' : `all ${contexts} contexts that were`;
    const reason = `it held in ${where} assembled; what is stored, or a limit, may break it`;
    return { answer: 'checked', reason, contexts };
  }
  return {
    answer: 'open',
    reason: isTried(tried)
      ? 'no request is known that it speaks of'
      : `it hangs on what is stored or on a limit, and ${tried.why}`,
  };
}

const isTried = (tried: TriedContexts | Untried): tried is TriedContexts => !('why' in tried);

interface Searched {
  readonly broken?: ContractVerdict;
  /** So many contexts were looked at. */
  readonly contexts: number;
}

const nothingTried: Searched = { contexts: 0 };

async function findBroken(
  contract: ContextContract,
  byRules: ContractVerdict,
  ground: FinalGround,
  tried: TriedContexts,
): Promise<Searched> {
  let contexts = 0;
  for (const request of await tried.requestsOf(contract, byRules)) {
    const reason = await breakWith(contract.state, request, ground, tried);
    if (reason === undefined) continue;
    contexts += 1;
    if (reason !== '') return { broken: { answer: 'refuted', reason, witness: request }, contexts };
  }
  return { contexts };
}

/** Why a request breaks a statement, nothing where it keeps it; undefined where it cannot be told. */
async function breakWith(
  state: ContextContract['state'],
  request: ContextRequest,
  { engines }: FinalGround,
  tried: TriedContexts,
): Promise<string | undefined> {
  if (state.kind === 'reachable') return undefined;
  if (state.kind !== 'equivalent') {
    const context = await tried.contextOf(request);
    return context && (breakOf(state, context) ?? '');
  }
  const contexts = [];
  for (const id of state.engines) {
    contexts.push(await tried.contextOf(request, alone(engines, id)));
  }
  const [left, right] = contexts;
  return left && right && (differenceOf(state.engines, left, right) ?? '');
}

/** An engine as if it were the only one; engines are compared whether they are enabled or not. */
export const alone = (engines: readonly ContextRuleEngine[], id: string): ContextRuleEngine[] =>
  engines.filter(engine => engine.id === id).map(engine => ({ ...engine, enabled: true }));

/** A rule is reached where it fires and something that it adds is in the context. */
async function checkReach(
  contract: ContextContract,
  rule: string,
  byRules: ContractVerdict,
  tried: TriedContexts | Untried,
): Promise<ContractVerdict> {
  if (byRules.answer !== 'proved') return byRules;
  if (!isTried(tried)) return { answer: 'open', reason: `"${rule}" fires, but ${tried.why}` };
  for (const request of await tried.requestsOf(contract, byRules)) {
    const context = await tried.contextOf(request);
    if (!context || !isReached(rule, context)) continue;
    const reason = `"${rule}" fires here, and what it adds is in the context`;
    return { answer: 'proved', reason, witness: request };
  }
  return {
    answer: 'open',
    reason: `"${rule}" fires, but what it adds was in no context that was assembled`,
  };
}
