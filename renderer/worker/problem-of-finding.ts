import type { Finding } from '../../shared/model/finding.ts';
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
