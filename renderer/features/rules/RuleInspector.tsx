import { MousePointerClick } from 'lucide-react';
import { lazy, memo, Suspense, useMemo, useRef } from 'react';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { isDraft, orderedRules, type RuleRef, renameRule, setRulePriority } from './edits/rule-edits.ts';
import { ruleNameFocus, useAnswerFocus } from './focus-request.ts';
import { useFormKey } from './form-key.ts';
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
import { followName, nameKey } from './rule-actions.ts';
import { useCurrentEngineId, useCurrentRule, useSelectedRuleIds } from './selection.ts';
import { useRule } from './use-rule.ts';

const noTags: readonly string[] = [];
const noRule: RuleRef = { engineId: '', ruleId: '' };

/** Loaded with the first selection of several. */
const RulesTogether = lazy(() =>
  import('./inspector/RulesTogether.tsx').then(({ RulesTogether: part }) => ({ default: part })),
);

/** What is selected, with everything that can be said and changed about it, evaluated while typing. */
export function RuleInspector() {
  const root = useRef<HTMLDivElement>(null);
  useAnswerFocus(root);
  return (
    <div className={styles.room}>
      <div className={styles.inspector} ref={root}>
        <Selected />
      </div>
    </div>
  );
}

function Selected() {
  const engineId = useCurrentEngineId();
  const at = useCurrentRule() ?? noRule;
  const rule = useRule(at);
  const formKey = useFormKey(at);
  const together = useRulesTogether(at.engineId);
  if (together.length > 1)
    return (
      <Suspense fallback={null}>
        <RulesTogether engineId={at.engineId} rules={together} />
      </Suspense>
    );
  if (rule) return <RuleForm at={at} key={formKey} rule={rule} />;
  const hasEngine = engineId !== undefined;
  return (
    <EmptyState icon={MousePointerClick} title={hasEngine ? 'No rule yet' : 'No engine in sight'}>
      {hasEngine ? 'Name the first rule on the canvas, or press N.' : 'Choose one at the left, or make one.'}
    </EmptyState>
  );
}

const none: readonly ContextRule[] = [];

/** Rules that are selected together, in the order in which they count; none while one is. */
function useRulesTogether(engineId: string): readonly ContextRule[] {
  const ids = useSelectedRuleIds(engineId);
  const engine = useDocuments(state => (ids.size > 1 ? state.working.engines[engineId] : undefined));
  return useMemo(() => (engine ? orderedRules(engine).filter(({ id }) => ids.has(id)) : none), [engine, ids]);
}

function RuleForm({ at, rule }: { readonly at: RuleRef; readonly rule: ContextRule }) {
  return (
    <>
      <header className={styles.header} data-focus={ruleNameFocus}>
        <RuleName at={at} name={rule.name} />
        <RuleMenu at={at} isMuted={!isRuleEnabled(rule)} />
      </header>
      <RuleSentence rule={rule} />
      <AlternativesLine at={at} />
      <WhyNotLine at={at} />
      <RuleProblems at={at} />
      <ConditionList at={at} conditions={rule.when} isDraft={isDraft(rule)} />
      <MemoryChips at={at} memories={rule.then.add_memories} />
      <div className={styles.pair}>
        <RulePriority at={at} priority={rulePriority(rule)} />
        <p className={styles.note}>
          Priority only orders rules and what they add: every rule that matches fires.
        </p>
      </div>
      <SampleStrip at={at} isMuted={!isRuleEnabled(rule)} />
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

function RuleName({ at, name }: { readonly at: RuleRef; readonly name: string }) {
  const entered = useRef(name);
  return (
    <input
      aria-label="Name of the rule"
      className={styles.name}
      maxLength={300}
      onBlur={() => name !== entered.current && followName(at)}
      onChange={event => edit('rename rule', draft => renameRule(draft, at, event.target.value), nameKey(at))}
      onFocus={() => {
        entered.current = name;
      }}
      placeholder="Name of the rule"
      title={name}
      value={name}
    />
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
