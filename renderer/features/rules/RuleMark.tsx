import type { ExplainedRule } from '../../../shared/model/evaluation.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import { useNoOutcome } from '../../stores/not-evaluated.ts';
import { OutcomeMark } from '../../ui/OutcomeMark.tsx';
import { type Outcome, ruleOutcome } from '../../ui/outcome.ts';

interface RuleMarkProps {
  readonly rule: ContextRule;
  /** Undefined where there is no sample to say it of, or nothing was evaluated. */
  readonly explained: ExplainedRule | undefined;
}

/** As `RuleNode` has it on the canvas, which loads first. How a rule ends in the current sample; without one it neither fires nor fails. */
export function RuleMark({ rule, explained }: RuleMarkProps) {
  const outcome = ruleMarkOutcome(rule, explained);
  const noOutcome = useNoOutcome();
  const isJudged = explained || outcome === 'muted';
  return <OutcomeMark look="sign" outcome={outcome} {...(!isJudged && { children: noOutcome })} />;
}

/** What it is drawn as. */
function ruleMarkOutcome(rule: ContextRule, explained: ExplainedRule | undefined): Outcome {
  if (!isRuleEnabled(rule)) return 'muted';
  return explained ? ruleOutcome(explained) : 'failed';
}
