import { Check, CircleAlert, CircleQuestionMark, CircleSlash, type LucideIcon, Minus } from 'lucide-react';
import type { ConditionOutcome } from '../../shared/model/condition-outcome.ts';
import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import { t } from '../texts/texts.ts';

/** The five outcomes the studio shows, for rules and for conditions alike. */
export type Outcome = 'fired' | 'failed' | 'missing' | 'error' | 'muted';

interface OutcomeLook {
  readonly word: string;
  readonly icon: LucideIcon;
  /** One letter, where hundreds are drawn: a drawing for each takes long to paint. */
  readonly sign: string;
}

/** Word, icon and letter of each outcome: colour is never alone. */
export const outcomeLooks = {
  fired: { word: t('fired'), icon: Check, sign: '✓' },
  failed: { word: t('failed'), icon: Minus, sign: '–' },
  missing: { word: t('missing'), icon: CircleQuestionMark, sign: '?' },
  error: { word: t('error'), icon: CircleAlert, sign: '!' },
  muted: { word: t('muted'), icon: CircleSlash, sign: '⊘' },
} as const satisfies Record<Outcome, OutcomeLook>;

/** A condition's outcome as shown: a match is drawn like a rule that fired. */
export function conditionOutcome(outcome: ConditionOutcome): Outcome {
  return outcome === 'matched' ? 'fired' : outcome;
}

/** A rule's outcome as shown: one that did not fire takes the outcome of the condition that decided. */
export function ruleOutcome(rule: Pick<ExplainedRule, 'outcome' | 'conditions' | 'decided_by'>): Outcome {
  if (rule.outcome !== 'not_fired') return rule.outcome;
  const decisive = rule.decided_by === undefined ? undefined : rule.conditions[rule.decided_by];
  return decisive === undefined ? 'failed' : conditionOutcome(decisive.outcome);
}
