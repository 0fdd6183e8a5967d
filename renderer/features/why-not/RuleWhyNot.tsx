import { useEffect, useState } from 'react';
import type { ExplainedCondition, ExplainedRule } from '../../../shared/model/evaluation.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { RuleFix } from '../../../shared/model/rule-fix.ts';
import { operators } from '../../../shared/rules/operators.ts';
import { askRuleFix } from '../../stores/analysis.ts';
import { useRuleOutcome } from '../../stores/evaluations.ts';
import { showError } from '../../stores/toasts.ts';
import { withVariablesOf } from '../../stores/verify/try-request.ts';
import { t, told } from '../../texts/texts.ts';
import { variableWords } from '../../ui/change-words.ts';
import { OutcomeMark } from '../../ui/OutcomeMark.tsx';
import { conditionOutcome } from '../../ui/outcome.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { type PossibleChange, unmute, WhatIf, withoutConditions } from './WhatIf.tsx';
import styles from './WhyNotDialog.module.css';

interface RuleWhyNotProps {
  readonly engineId: string;
  readonly ruleId: string;
  readonly sampleId: string;
}

/** Every condition with what is there and what was expected, and what would make the rule fire. */
export function RuleWhyNot({ engineId, ruleId, sampleId }: RuleWhyNotProps) {
  const explained = useRuleOutcome(engineId, ruleId);
  const fix = useRuleFix(engineId, ruleId, sampleId);
  if (!explained) return <p>{t('The sample cannot be evaluated.')}</p>;
  return (
    <>
      <section className={styles.group}>
        <PanelHeader level="label" title={t('Conditions')} />
        <ul aria-label={t('Conditions')} className={styles.conditions}>
          {explained.conditions.map((condition, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity than their place.
            <ConditionLine condition={condition} key={index} />
          ))}
        </ul>
        {explained.outcome === 'muted' ? (
          <p>{t('The rule is muted, so it adds nothing whatever matches.')}</p>
        ) : null}
      </section>
      <Fix fix={fix} />
      <WhatIf changes={possibleChanges({ engineId, ruleId, sampleId }, explained, fix)} sampleId={sampleId} />
    </>
  );
}

function useRuleFix(engineId: string, ruleId: string, sampleId: string): RuleFix | null | undefined {
  const [fix, setFix] = useState<RuleFix | null>();
  useEffect(() => {
    askRuleFix({ engineId, ruleId, sampleId }).then(setFix, showError);
  }, [engineId, ruleId, sampleId]);
  return fix;
}

function ConditionLine({ condition }: { readonly condition: ExplainedCondition }) {
  const { field, operator, value, actual, outcome, reason } = condition;
  const { label, takes } = operators[operator];
  return (
    <li className={styles.condition}>
      <OutcomeMark look="word" outcome={conditionOutcome(outcome)} />
      <span className={styles.texts}>
        <span className={styles.expected}>
          {field} {told(label)} {takes === 'none' ? '' : JSON.stringify(value)}
        </span>
        <span className={styles.reason}>
          {t('is {actual}{reason}', {
            actual: actual === undefined ? t('missing') : JSON.stringify(actual),
            reason: reason === undefined || outcome === 'matched' ? '' : `: ${told(reason)}`,
          })}
        </span>
      </span>
    </li>
  );
}

/** The request that makes it fire, and what of the rule itself stands in the way. */
function possibleChanges(
  { engineId, ruleId, sampleId }: RuleWhyNotProps,
  { outcome, conditions }: ExplainedRule,
  fix: RuleFix | null | undefined,
): PossibleChange[] {
  const failing = conditions.flatMap((one, place) => (one.outcome === 'matched' ? [] : [place]));
  const request = fix?.request;
  const isFixed = request !== undefined && fix && fix.changes.length > 0;
  return [
    ...(isFixed ? [{ words: fix.changes.map(variableWords), make: askedAs(sampleId, request) }] : []),
    ...(outcome === 'muted' ? [unmute(engineId, ruleId)] : []),
    ...(failing.length > 0 ? [withoutConditions(engineId, ruleId, failing)] : []),
  ];
}

const askedAs =
  (sampleId: string, request: JsonObject): PossibleChange['make'] =>
  draft => {
    const sample = draft.samples[sampleId];
    if (sample) sample.request = withVariablesOf(sample.request, request);
  };

/** Why no request is proposed, where none is. */
function Fix({ fix }: { readonly fix: RuleFix | null | undefined }) {
  if (fix === undefined) return null;
  if (fix === null) return <p>{t('The sample is no well-formed request, so nothing can be proposed.')}</p>;
  if (fix.kind === 'none')
    return <p>{t('No change makes it fire: none exists, the rule contradicts itself.')}</p>;
  if (fix.kind === 'unknown' || !fix.request)
    return <p>{t('Whether a change makes it fire is unknown, because a regex hides the answer.')}</p>;
  if (fix.changes.length === 0) return <p>{t('All its conditions match in this sample.')}</p>;
  return null;
}
