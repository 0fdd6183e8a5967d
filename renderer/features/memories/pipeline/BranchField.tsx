import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, use } from 'react';
import type { Step } from '../../../../shared/model/memory.ts';
import { checkStepParams } from '../../../../shared/pipeline/check-step-params.ts';
import { aliasIn, branchPrefix, isStep } from '../../../../shared/pipeline/nested-steps.ts';
import type { ParamSpec } from '../../../../shared/pipeline/step-kind.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { t, told } from '../../../texts/texts.ts';
import { formatMs } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { movedStep, stepWithAlias, withParam } from '../edits/step-edits.ts';
import { askedParams, paramError } from '../logic/step-params.ts';
import type { StepOutcome } from '../logic/step-results.ts';
import { resultSummary, stepSummary } from '../logic/step-summary.ts';
import { AddStepMenu } from './AddStepMenu.tsx';
import styles from './BranchField.module.css';
import { StepEnd } from './StepEnd.tsx';
import form from './StepForm.module.css';
import { type StepPlace, StepPlaceContext } from './step-place.ts';

/** What the control of a step's parameter takes. */
export interface ParamFieldProps {
  readonly name: string;
  readonly spec: ParamSpec;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Aliases of earlier steps. */
  readonly aliases: readonly string[];
  /** Known values: collections, instances, fields of the elements that are read. */
  readonly suggestions: readonly string[];
  readonly error?: string | undefined;
}

interface BranchFieldProps {
  /** Which branch it is. */
  readonly name: string;
  readonly label: string;
  readonly steps: unknown;
  /** Aliases of steps that run before the branch. */
  readonly aliases: readonly string[];
  readonly suggestions: readonly string[];
  readonly onChange: (steps: readonly Step[] | undefined) => void;
  /** The control of one parameter; given, because controls hold branches and branches hold controls. */
  readonly renderParam: (props: ParamFieldProps) => ReactNode;
}

/** The steps of one branch of a condition, each with its form. */
export function BranchField(props: BranchFieldProps) {
  const { name, label, steps: given, aliases, suggestions, onChange, renderParam } = props;
  const place = use(StepPlaceContext);
  const prefix = branchPrefix(place.alias, name === 'elseSteps' ? 'elseSteps' : 'thenSteps');
  const steps = Array.isArray(given) ? given.filter(isStep) : [];
  const change = (next: readonly Step[]) => onChange(next.length === 0 ? undefined : next);
  const before = (index: number) => [...aliases, ...steps.slice(0, index).flatMap(step => step.alias ?? [])];
  const add = (type: Step['type']) => {
    const known = before(steps.length);
    change([...steps, stepWithAlias(type, known, [...place.taken, ...known])]);
  };
  return (
    <div className={styles.field}>
      <PanelHeader level="label" title={label} />
      {steps.length === 0 ? <p className={styles.empty}>{t('Nothing more runs.')}</p> : null}
      {steps.map((step, index) => (
        <BranchStep
          aliases={before(index)}
          branch={label}
          count={steps.length}
          index={index}
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place.
          key={index}
          onChange={next => change(steps.map((old, at) => (at === index ? next : old)))}
          onMove={by => change(movedStep(steps, index, index + by))}
          onRemove={() => change(steps.filter((_step, at) => at !== index))}
          place={{ ...place, alias: aliasIn(prefix, step, index) }}
          renderParam={renderParam}
          step={step}
          suggestions={suggestions}
        />
      ))}
      <AddStepMenu name={t('Add step to {label}', { label })} onAdd={add} />
    </div>
  );
}

interface BranchStepProps {
  readonly branch: string;
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  readonly aliases: readonly string[];
  readonly suggestions: readonly string[];
  readonly onChange: (step: Step) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
  readonly renderParam: BranchFieldProps['renderParam'];
  readonly place: StepPlace;
}

function BranchStep(props: BranchStepProps) {
  const { step, index, aliases, suggestions, onChange, renderParam } = props;
  const problems = checkStepParams(step);
  const outcome = props.place.outcomeOf(props.place.alias, step);
  return (
    <fieldset className={styles.step}>
      <legend className={styles.legend}>
        {index + 1}. {told(stepKind(step.type).label)}
      </legend>
      <BranchStepHead {...props} outcome={outcome} />
      <StepPlaceContext value={props.place}>
        <div className={form.grid}>
          {askedParams(step).map(([param, spec]) => (
            <Fragment key={param}>
              {renderParam({
                aliases,
                name: param,
                error: paramError(step, problems, param),
                onChange: value => onChange(withParam(step, param, value)),
                spec,
                suggestions,
                value: step.params?.[param],
              })}
            </Fragment>
          ))}
        </div>
      </StepPlaceContext>
      <StepEnd outcome={outcome} step={step} />
    </fieldset>
  );
}

interface BranchStepHeadProps extends BranchStepProps {
  readonly outcome: StepOutcome | undefined;
}

function BranchStepHead({ branch, step, index, count, onMove, onRemove, outcome }: BranchStepHeadProps) {
  const name = t('step {index} of {branch}', { index: index + 1, branch });
  return (
    <div className={styles.head}>
      {step.alias === undefined ? null : <code className={styles.alias}>{step.alias}</code>}
      <span className={styles.summary}>{stepSummary(step)}</span>
      <span className={styles.result}>
        {outcome
          ? `${resultSummary(outcome.trace, outcome.read, outcome.text)} · ${formatMs(outcome.trace.duration_ms)}`
          : t('did not run')}
      </span>
      <IconButton
        disabled={index === 0}
        icon={ArrowUp}
        name={t('Move {name} up', { name })}
        onPress={() => onMove(-1)}
        size="s"
      />
      <IconButton
        disabled={index === count - 1}
        icon={ArrowDown}
        name={t('Move {name} down', { name })}
        onPress={() => onMove(1)}
        size="s"
      />
      <IconButton icon={Trash2} name={t('Remove {name}', { name })} onPress={onRemove} size="s" />
    </div>
  );
}
