import { MousePointerClick } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../shared/model/rule-defaults.ts';
import { ruleSentence } from '../../../shared/rules/rule-sentence.ts';
import { runCommand } from '../../stores/commands.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { useRuleFlips } from '../../stores/evaluations.ts';
import { findRule, type RuleRef } from '../../stores/history.ts';
import { isDraft, shownEngine } from '../../stores/layouts.ts';
import { rulePlace } from '../../stores/places.ts';
import { firstPreview } from '../../stores/preview.ts';
import { useRuleProblems } from '../../stores/problems.ts';
import { formKeyOf, ruleAddress } from '../../stores/renamed.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldPlace } from '../../ui/field-place.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { alternativesOf } from './alternatives.ts';
import { draftsOf } from './edits/draft-edits.ts';
import { orderedRules, renameRule, setRulePriority } from './edits/rule-edits.ts';
import {
  addConditionFocus,
  conditionFocus,
  requestFocus,
  ruleNameFocus,
  useAnswerFocus,
} from './focus-request.ts';
import { ConditionList } from './inspector/ConditionList.tsx';
import { MemoryChips } from './inspector/MemoryChips.tsx';
import styles from './inspector/RuleInspector.module.css';
import { WhyNotLine } from './inspector/WhyNotLine.tsx';
import { addConditionByHand, followName, nameKey } from './rule-actions.ts';
import { useCurrentEngineId, useCurrentRule, useSelectedRuleIds } from './selection.ts';
import { useRule } from './use-rule.ts';

/** What the unsaved edit of this rule changes for samples; most change nothing. */
const Flips = memo(function Flips({ at }: { readonly at: RuleRef }) {
  const flips = useRuleFlips(at.engineId, at.ruleId);
  return flips.length === 0 ? null : <FlipNotice flips={flips} />;
});

/** The rules that are alternatives of this one; most have none. */
const Alternatives = memo(function Alternatives({ at }: { readonly at: RuleRef }) {
  const { engineId, ruleId } = at;
  const others = useDocuments(state => alternativesOf(state.working.layouts[engineId], ruleId));
  return others.length === 0 ? null : <AlternativesLine at={at} group={others} />;
});

const noTags: readonly string[] = [];
const noRule: RuleRef = { engineId: '', ruleId: '' };

const missable = { isMissable: true };

const RuleBudget = lazyPart(async () => {
  await firstPreview();
  return (await import('./inspector/RuleBudget.tsx')).RuleBudget;
}, missable);
const SampleStrip = lazyPart(async () => {
  await firstPreview();
  return (await import('./inspector/SampleStrip.tsx')).SampleStrip;
}, missable);
const RuleMenu = lazyPart(async () => {
  await firstPreview();
  return (await import('./inspector/RuleMenu.tsx')).RuleMenu;
}, missable);
const RuleDetails = lazyPart(async () => {
  await firstPreview();
  return (await import('./inspector/RuleDetails.tsx')).RuleDetails;
}, missable);
const RuleUsageLine = lazyPart(async () => {
  await firstPreview();
  return (await import('./inspector/RuleUsageLine.tsx')).RuleUsageLine;
}, missable);

const FlipNotice = lazyPart(async () => (await import('./inspector/FlipNotice.tsx')).FlipNotice, missable);
const AlternativesLine = lazyPart(
  async () => (await import('./inspector/AlternativesLine.tsx')).AlternativesLine,
  missable,
);

/** Loaded with the first selection of several. */
const RulesTogether = lazyPart(async () => (await import('./inspector/RulesTogether.tsx')).RulesTogether);

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
  const together = useRulesTogether(at.engineId);
  if (together.length > 1) return <RulesTogether engineId={at.engineId} rules={together} />;
  if (rule) return <RuleForm at={at} key={formKeyOf('rules', ruleAddress(at))} rule={rule} />;
  const hasEngine = engineId !== undefined;
  return (
    <EmptyState
      actions={
        <Button adds onPress={() => void runCommand(hasEngine ? 'rule.new' : 'engine.new')}>
          {hasEngine ? t('New rule') : t('New engine')}
        </Button>
      }
      icon={MousePointerClick}
      title={hasEngine ? t('No rule yet') : t('No engine in sight')}
    >
      {hasEngine
        ? t('Name the first rule on the canvas, or press N.')
        : t('Choose one at the left, or make one.')}
    </EmptyState>
  );
}

const none: readonly ContextRule[] = [];

/** Rules that are selected together, in the order in which they count; none while one is. */
function useRulesTogether(engineId: string): readonly ContextRule[] {
  const ids = useSelectedRuleIds(engineId);
  const engine = useDocuments(state => (ids.size > 1 ? shownEngine(state.working, engineId) : undefined));
  return useMemo(() => (engine ? orderedRules(engine).filter(({ id }) => ids.has(id)) : none), [engine, ids]);
}

function RuleForm({ at, rule }: { readonly at: RuleRef; readonly rule: ContextRule }) {
  return (
    <>
      <header className={styles.header} data-focus={ruleNameFocus}>
        <RuleName at={at} name={rule.name} />
        <span className={styles.more}>
          <RuleMenu at={at} isDraft={isDraft(rule)} isMuted={!isRuleEnabled(rule)} />
        </span>
      </header>
      <RuleSentence rule={rule} />
      <Alternatives at={at} />
      <WhyNotLine at={at} />
      <RuleProblems at={at} />
      <ConditionList at={at} conditions={rule.when} isDraft={isDraft(rule)} />
      <MemoryChips at={at} memories={rule.then.add_memories} />
      <div className={styles.pair}>
        <RulePriority at={at} priority={rulePriority(rule)} />
        <p className={styles.note}>
          {t('Priority only orders rules and what they add: every rule that matches fires.')}
        </p>
      </div>
      <SampleStrip at={at} isMuted={!isRuleEnabled(rule)} />
      <Flips at={at} />
      <RuleBudget />
      <RuleUsageLine at={at} />
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
      aria-label={t('Name of the rule')}
      className={styles.name}
      dir="auto"
      maxLength={300}
      onBlur={() => followName(at, entered.current)}
      onChange={event =>
        edit(t('rename rule'), draft => renameRule(draft, at, event.target.value), nameKey(at))
      }
      onFocus={() => {
        entered.current = name;
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        goToConditions(at);
      }}
      placeholder={t('Name of the rule')}
      title={name}
      value={name}
    />
  );
}

/** Who has named a rule goes on with its conditions: its first one is begun. */
function goToConditions(at: RuleRef): void {
  const { working } = useDocuments.getState();
  const rule = findRule(working, at);
  const begun = draftsOf(working.layouts[at.engineId], at.ruleId);
  if (rule && isDraft(rule) && begun.length === 0) addConditionByHand(at);
  else requestFocus(begun.length === 0 ? addConditionFocus : conditionFocus(rule?.when.length ?? 0, 'field'));
}

interface RulePriorityProps {
  readonly at: RuleRef;
  readonly priority: number;
}

const RulePriority = memo(function RulePriority({ at, priority }: RulePriorityProps) {
  return (
    <FieldPlace value={{ at: rulePlace(at) }}>
      <NumberField
        label={t('Priority')}
        onChange={next =>
          edit(
            t('change priority'),
            draft => setRulePriority(draft, at, next ?? 0),
            `priority/${at.engineId}/${at.ruleId}`,
          )
        }
        placeholder="0"
        value={priority}
      />
    </FieldPlace>
  );
});

/** The rule in one sentence, made from its conditions and memories. */
function RuleSentence({ rule }: { readonly rule: ContextRule }) {
  return (
    <p className={styles.sentence}>
      {ruleSentence(rule).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are their order.
        <span className={styles[part.kind]} key={index}>
          {part.kind === 'text' ? told(part.text) : part.text}
        </span>
      ))}
    </p>
  );
}

/** Loaded with the first problem. */
const ProblemFixes = lazyPart(async () => (await import('./inspector/ProblemFixes.tsx')).ProblemFixes);

/** Said beside the condition itself, while it is typed. */
const saidElsewhere = new Set(['type-mismatch', 'wrong-operand', 'unknown-field', 'bad-pattern']);

/** What analysis says about the rule, with what one press can do about it. */
const RuleProblems = memo(function RuleProblems({ at }: { readonly at: RuleRef }) {
  const problems = useRuleProblems(at.engineId, at.ruleId).filter(({ code }) => !saidElsewhere.has(code));
  if (problems.length === 0) return null;
  return (
    <section aria-label={t('Problems of the rule')} className={styles.group}>
      <PanelHeader level="label" title={t('Problems')} />
      {problems.map(problem => (
        <ProblemLine
          key={`${problem.code} ${problem.condition} ${problem.message}`}
          message={problem.message}
          possible={problem.possible ?? false}
          severity={problem.severity}
        >
          <ProblemFixes problem={problem} />
        </ProblemLine>
      ))}
    </section>
  );
});
