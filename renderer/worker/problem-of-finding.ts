import type { ContextContract, ContractVerdict } from '../../shared/model/context-contract.ts';
import type { Finding } from '../../shared/model/finding.ts';
import { contractFinding } from '../../shared/rules/contracts/contract-sentence.ts';
import type { DefinitionProblem } from './protocol.ts';

/** A finding at the definition that it is about first: a rule, else a memory. */
export function problemOfFinding(finding: Finding): DefinitionProblem {
  const { code, severity, possible, message, rules, condition, memories, witness } = finding;
  const [first] = rules;
  const place = first
    ? { kind: 'engines' as const, id: first.engine_id, ruleId: first.rule_id }
    : { kind: 'memories' as const, id: memories?.[0] ?? '' };
  return {
    ...place,
    code,
    severity,
    message,
    rules,
    ...(possible && { possible }),
    ...(condition === undefined ? {} : { condition }),
    ...(memories && { memories }),
    ...(witness && { witness }),
  };
}

/**
 * What is wrong about a contract, at the contract; none where nothing is. `before` is what it comes to in what is saved:
 * what is broken now and was not there is told as the edit's doing.
 */
export function problemsOfContract(
  contract: ContextContract,
  verdict: ContractVerdict | undefined,
  before: ContractVerdict | undefined,
): DefinitionProblem[] {
  const found = verdict && contractFinding(contract, verdict);
  if (!found) return [];
  const byEdit = verdict.answer === 'refuted' && before?.answer !== 'refuted';
  return [{ kind: 'contracts', id: contract.id, ...found, ...(byEdit && { byEdit }) }];
}
