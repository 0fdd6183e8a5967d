import { MousePointerClick } from 'lucide-react';
import { memo, useRef } from 'react';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { edit } from '../../stores/documents.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { type RuleRef, renameRule, setRulePriority } from './edits/rule-edits.ts';
import { ruleNameFocus, useAnswerFocus } from './focus-request.ts';
import { AlternativesLine } from './inspector/AlternativesLine.tsx';
import { ConditionList } from './inspector/ConditionList.tsx';
import { FlipNotice } from './inspector/FlipNotice.tsx';
import { MemoryChips } from './inspector/MemoryChips.tsx';
import { RuleBudget } from './inspector/RuleBudget.tsx';
import { RuleDetails } from './inspector/RuleDetails.tsx';
import styles from './inspector/RuleInspector.module.css';
import { RuleMenu } from './inspector/RuleMenu.tsx';
import { RuleProblems } from './inspector/RuleProblems.tsx';
import { RuleSentence } from './inspector/RuleSentence.tsx';
import { SampleStrip } from './inspector/SampleStrip.tsx';
import { WhyNotLine } from './inspector/WhyNotLine.tsx';
import { useCurrentRule } from './selection.ts';
import { useRule } from './use-rule.ts';

const noTags: readonly string[] = [];
const noRule: RuleRef = { engineId: '', ruleId: '' };

/** The selected rule, with everything that can be said and changed about it, evaluated while typing. */
export function RuleInspector() {
  const root = useRef<HTMLDivElement>(null);
  const at = useCurrentRule() ?? noRule;
  const rule = useRule(at);
  useAnswerFocus(root);
  return (
    <div className={styles.room}>
      <div className={styles.inspector} ref={root}>
        {rule ? (
          <RuleForm at={at} key={`${at.engineId}/${at.ruleId}`} rule={rule} />
        ) : (
          <EmptyState icon={MousePointerClick} title="No rule yet">
            Name the first rule on the canvas, or press N.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

function RuleForm({ at, rule }: { readonly at: RuleRef; readonly rule: ContextRule }) {
  return (
    <>
      <header className={styles.header} data-focus={ruleNameFocus}>
        <input
          aria-label="Name of the rule"
          className={styles.name}
          maxLength={300}
          onChange={event =>
            edit(
              'rename rule',
              draft => renameRule(draft, at, event.target.value),
              `name/${at.engineId}/${at.ruleId}`,
            )
          }
          placeholder="Name of the rule"
          title={rule.name}
          value={rule.name}
        />
        <RuleMenu at={at} isMuted={!isRuleEnabled(rule)} />
      </header>
      <RuleSentence rule={rule} />
      <AlternativesLine at={at} />
      <WhyNotLine at={at} />
      <RuleProblems at={at} />
      <ConditionList at={at} conditions={rule.when} />
      <MemoryChips at={at} memories={rule.then.add_memories} />
      <div className={styles.pair}>
        <RulePriority at={at} priority={rulePriority(rule)} />
        <SampleStrip at={at} />
      </div>
      <p className={styles.note}>
        Priority only orders rules and what they add: every rule that matches fires.
      </p>
      <FlipNotice at={at} />
      <RuleBudget />
      <RuleDetails
        at={at}
        description={rule.description ?? ''}
        isOn={isRuleEnabled(rule)}
        tags={rule.tags ?? noTags}
      />
    </>
  );
}

interface RulePriorityProps {
  readonly at: RuleRef;
  readonly priority: number;
}

const RulePriority = memo(function RulePriority({ at, priority }: RulePriorityProps) {
  return (
    <NumberField
      label="Priority"
      onChange={next =>
        edit(
          'change priority',
          draft => setRulePriority(draft, at, next ?? 0),
          `priority/${at.engineId}/${at.ruleId}`,
        )
      }
      placeholder="0"
      value={priority}
    />
  );
});
