import { CircleSlash, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import { useProvideCommands } from '../../../stores/commands.ts';
import { t, told } from '../../../texts/texts.ts';
import { Kbd } from '../../../ui/Kbd.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { editMemory } from '../edits/memory-edits.ts';
import { addStep } from '../edits/step-edits.ts';
import { stepProblems } from '../logic/step-problems.ts';
import { branchOutcomes, stepOutcomes } from '../logic/step-results.ts';
import { type MemoryView, openStep, useMemoryView } from '../memory-view.ts';
import { AddStepMenu } from './AddStepMenu.tsx';
import { MemoryBasics } from './MemoryBasics.tsx';
import styles from './PipelineTab.module.css';
import { StepCard } from './StepCard.tsx';
import type { MemoryRun } from './use-memory-run.ts';
import { useStepActions } from './use-step-actions.ts';

interface PipelineTabProps {
  readonly memory: PersistentMemory;
  readonly run: MemoryRun;
}

/** The steps of a memory with the result of each on the current sample beside it. */
export function PipelineTab({ memory, run }: PipelineTabProps) {
  const open = useOpenStep(memory);
  const { actions, drag } = useStepActions(memory);
  const pipeline = memory.retrieval.pipeline;
  const problems = useMemo(() => stepProblems(memory), [memory]);
  const outcomes = useMemo(() => stepOutcomes(pipeline, run.output), [pipeline, run.output]);
  const inBranches = useMemo(() => branchOutcomes(pipeline, run.output), [pipeline, run.output]);
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <MemoryBasics memory={memory} />
        <RunNotice run={run} />
        <ol aria-label={t('Pipeline steps')} className={styles.steps}>
          {pipeline.map((step, index) => (
            <StepCard
              actions={actions}
              drag={drag}
              inBranches={inBranches}
              index={index}
              isOpen={open === index}
              // biome-ignore lint/suspicious/noArrayIndexKey: an alias changes while it is typed; the place does not.
              key={index}
              memory={memory}
              outcomes={outcomes}
              problems={problems[index] ?? []}
              step={step}
            />
          ))}
        </ol>
        <AddStep memory={memory} />
      </div>
    </div>
  );
}

const selectOpenSteps = (view: MemoryView) => view.openSteps;

/** The step the user opened; the only step of a memory is open by itself. */
function useOpenStep(memory: PersistentMemory): number | null {
  const chosen = useMemoryView(selectOpenSteps)[memory.id];
  if (chosen !== undefined) return chosen;
  return memory.retrieval.pipeline.length === 1 ? 0 : null;
}

function AddStep({ memory }: { readonly memory: PersistentMemory }) {
  useProvideCommands({ 'rule.addCondition': { run: pressAddStep } });
  const add = (type: Step['type']) => {
    editMemory(memory.id, t('add step'), draft => addStep(draft, type));
    openStep(memory.id, memory.retrieval.pipeline.length);
  };
  return <AddStepMenu end={<Kbd keys="A" />} name={t('Add step')} onAdd={add} />;
}

function pressAddStep(): void {
  document.querySelector<HTMLElement>(`button[aria-label="${t('Add step')}"]`)?.click();
}

/** Why the pipeline gave nothing: skipped, failed, or not even run. */
function RunNotice({ run }: { readonly run: MemoryRun }) {
  if (run.status === 'failed' && run.error)
    return (
      <Notice icon={TriangleAlert} title={t('The pipeline cannot run')} tone="error">
        {told(run.error.message)}
      </Notice>
    );
  const call = run.output?.call;
  if (!call?.error) return null;
  if (call.status === 'skipped')
    return (
      <Notice icon={CircleSlash} title={t('Skipped in this sample')} tone="missing">
        {told(call.error.message)}
      </Notice>
    );
  return (
    <Notice icon={TriangleAlert} title={t('Failed in this sample')} tone="error">
      {told(call.error.message)}
    </Notice>
  );
}
