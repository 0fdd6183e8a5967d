import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import { t, told } from '../../../texts/texts.ts';
import { type Outcome, ruleOutcome } from '../../../ui/outcome.ts';

/** How a rule stands in the current sample, with the reason when it did not fire. */
interface RuleStanding {
  readonly outcome: Outcome;
  readonly reason: string;
}

/** A disabled engine is never evaluated, so its rules stand as muted. */
export function ruleStanding(
  rule: ExplainedRule | undefined,
  engineEnabled: boolean,
): RuleStanding | undefined {
  if (!engineEnabled) return { outcome: 'muted', reason: t('engine is off') };
  if (!rule) return undefined;
  const outcome = ruleOutcome(rule);
  if (outcome === 'fired') return { outcome, reason: t('fires') };
  if (outcome === 'muted') return { outcome, reason: t('muted') };
  const decisive = rule.decided_by === undefined ? undefined : rule.conditions[rule.decided_by];
  return { outcome, reason: told(decisive?.reason ?? '') || t('does not fire') };
}
