import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Trash2 } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { placeSteps, stepAlias } from '../../../../shared/pipeline/nested-steps.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatMs } from '../../../ui/format-number.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { problemWords } from '../logic/step-params.ts';
import type { BranchOutcomes, StepOutcome } from '../logic/step-results.ts';
import { resultSummary, stepSummary } from '../logic/step-summary.ts';
import { openStep } from '../memory-view.ts';
import styles from './StepCard.module.css';
import { StepEnd } from './StepEnd.tsx';
import { StepForm } from './StepForm.tsx';
import { type StepActions, stepKey } from './step-actions.ts';
import { type StepPlace, StepPlaceContext } from './step-place.ts';

interface StepCardProps {
  readonly memory: PersistentMemory;
  readonly index: number;
  readonly step: Step;
  readonly isOpen: boolean;
  readonly outcomes: readonly (StepOutcome | undefined)[];
  readonly inBranches: BranchOutcomes;
  readonly problems: readonly Problem[];
  readonly actions: StepActions;
  readonly drag: StepDrag;
}

/** Moving by mouse; the menu and Mod+arrows do the same. */
export interface StepDrag {
  readonly from: number | undefined;
  readonly over: number | undefined;
  readonly start: (index: number) => void;
  readonly enter: (index: number) => void;
  readonly drop: (index: number) => void;
  readonly end: () => void;
}

/** One step of a pipeline: what it does and returned in one line; its form and result when open. */
export function StepCard(props: StepCardProps) {
  const { memory, index, step, isOpen, outcomes, problems, actions, drag } = props;
  const outcome = outcomes[index];
  const handleKey = (event: KeyboardEvent) => {
    const action = stepKey(event);
    if (!action) return;
    event.preventDefault();
    // The same keys mean the whole memory elsewhere.
    event.stopPropagation();
    actions[action](index);
  };
  return (
    <li
      className={classNames(
        styles.step,
        isOpen && styles.open,
        problems.length > 0 && styles.bad,
        drag.from === index && styles.dragged,
        drag.over === index && drag.from !== index && styles.over,
      )}
      {...dropTarget(drag, index)}
    >
      <StepNumber drag={drag} index={index} label={told(stepKind(step.type).label)} />
      <div className={styles.card}>
        <div className={styles.head}>
          <button
            aria-expanded={isOpen}
            className={styles.toggle}
            data-step-toggle={index}
            onClick={() => openStep(memory.id, isOpen ? null : index)}
            onKeyDown={handleKey}
            type="button"
          >
            <StepLine
              isOpen={isOpen}
              outcome={outcome}
              problem={problems[0] && problemWords(step, problems[0])}
              step={step}
            />
          </button>
          <StepMenu actions={actions} count={memory.retrieval.pipeline.length} index={index} step={step} />
        </div>
        {isOpen ? (
          <div className={styles.body}>
            <StepPlaceContext value={placeOf(props)}>
              <StepForm
                before={outcomes.slice(0, index)}
                index={index}
                memory={memory}
                problems={problems}
                step={step}
              />
            </StepPlaceContext>
            <StepEnd outcome={outcome} step={step} />
          </div>
        ) : null}
      </div>
    </li>
  );
}

function placeOf({ memory, step, index, inBranches }: StepCardProps): StepPlace {
  const taken = placeSteps(memory.retrieval.pipeline).map(({ alias }) => alias);
  return { alias: stepAlias(step, index), outcomeOf: inBranches, taken };
}

function StepNumber({ drag, index, label }: { drag: StepDrag; index: number; label: string }) {
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('application/x-weft-step', String(index));
    drag.start(index);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard path is Mod+arrows on the step and its menu.
    <span
      className={styles.number}
      draggable
      onDragEnd={drag.end}
      onDragStart={start}
      title={t('Drag to move "{label}"', { label })}
    >
      {index + 1}
    </span>
  );
}

interface StepMenuProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  readonly actions: StepActions;
}

function StepMenu({ step, index, count, actions }: StepMenuProps) {
  return (
    <Menu
      entries={[
        {
          id: 'up',
          label: t('Move up'),
          icon: ArrowUp,
          keys: 'Mod+ArrowUp',
          disabled: index === 0,
          run: () => actions.up(index),
        },
        {
          id: 'down',
          label: t('Move down'),
          icon: ArrowDown,
          keys: 'Mod+ArrowDown',
          disabled: index === count - 1,
          run: () => actions.down(index),
        },
        {
          id: 'duplicate',
          label: t('Duplicate'),
          icon: Copy,
          keys: 'Mod+D',
          run: () => actions.duplicate(index),
        },
        'separator',
        {
          id: 'remove',
          label: t('Remove step'),
          icon: Trash2,
          keys: 'Delete',
          tone: 'danger',
          run: () => actions.remove(index),
        },
      ]}
      name={t('Actions of step {index}, {type}', { index: index + 1, type: told(stepKind(step.type).label) })}
    />
  );
}

function dropTarget(drag: StepDrag, index: number) {
  if (drag.from === undefined) return {};
  return {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      drag.enter(index);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drag.drop(index);
    },
  };
}

interface StepLineProps {
  readonly step: Step;
  readonly outcome: StepOutcome | undefined;
  readonly problem: string | undefined;
  readonly isOpen: boolean;
}

function StepLine({ step, outcome, problem, isOpen }: StepLineProps) {
  const summary = stepSummary(step);
  const error = problem ?? outcome?.trace.error;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const result = outcome && resultSummary(outcome.trace, outcome.read, outcome.text);
  return (
    <>
      <span className={styles.label}>{told(stepKind(step.type).label)}</span>
      {step.alias === undefined ? null : (
        <span className={styles.alias} title={step.alias}>
          {step.alias}
        </span>
      )}
      <span className={styles.summary} title={summary}>
        {summary}
      </span>
      <span
        className={classNames(
          styles.result,
          error !== undefined && styles.failed,
          error === undefined && !outcome && styles.none,
        )}
        title={error ?? result ?? t('A step before it, or what the request lacks, keeps it from running.')}
      >
        {error ?? result ?? t('did not run')}
      </span>
      <span className={styles.time}>{outcome ? formatMs(outcome.trace.duration_ms) : ''}</span>
      <Chevron aria-hidden className={styles.chevron} size={15} />
    </>
  );
}
