import { useState } from 'react';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { announce } from '../../../stores/announcements.ts';
import { t, told } from '../../../texts/texts.ts';
import { editMemory } from '../edits/memory-edits.ts';
import { duplicateStep, moveStep, removeStep } from '../edits/step-edits.ts';
import { openStep, useMemoryView } from '../memory-view.ts';
import type { StepDrag } from './StepCard.tsx';
import type { StepActions } from './step-actions.ts';

interface StepHandling {
  readonly actions: StepActions;
  readonly drag: StepDrag;
}

/** Moving, duplicating and removing steps, each one undoable step; the open step stays open where it goes. */
export function useStepActions(memory: PersistentMemory): StepHandling {
  const [drag, setDrag] = useState<{ from?: number; over?: number }>({});
  const pipeline = memory.retrieval.pipeline;
  const labelOf = (index: number) => {
    const step = pipeline[index];
    return step === undefined ? t('The step') : told(stepKind(step.type).label);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pipeline.length || from === to) return;
    editMemory(memory.id, t('move step'), draft => moveStep(draft, from, to));
    followOpenStep(memory.id, from, to);
    focusStep(to);
    announce(
      t('{from} is now step {to} of {count}.', { from: labelOf(from), to: to + 1, count: pipeline.length }),
    );
  };
  const actions: StepActions = {
    up: index => move(index, index - 1),
    down: index => move(index, index + 1),
    duplicate: index => {
      editMemory(memory.id, t('duplicate step'), draft => duplicateStep(draft, index));
      openStep(memory.id, index + 1);
      focusStep(index + 1);
      announce(t('{index} duplicated.', { index: labelOf(index) }));
    },
    remove: index => {
      editMemory(memory.id, t('remove step'), draft => removeStep(draft, index));
      openStep(memory.id, null);
      focusStep(Math.max(0, index - 1));
      announce(t('{index} removed.', { index: labelOf(index) }));
    },
  };
  const end = () => setDrag({});
  return {
    actions,
    drag: {
      from: drag.from,
      over: drag.over,
      start: from => setDrag({ from }),
      enter: over => setDrag(before => (before.over === over ? before : { ...before, over })),
      drop: to => {
        if (drag.from !== undefined) move(drag.from, to);
        end();
      },
      end,
    },
  };
}

/** Where the open step is after another one moved past it. */
export function openAfterMove(open: number, from: number, to: number): number {
  if (open === from) return to;
  if (from < open && open <= to) return open - 1;
  return to <= open && open < from ? open + 1 : open;
}

function followOpenStep(memoryId: string, from: number, to: number): void {
  const open = useMemoryView.getState().openSteps[memoryId];
  if (typeof open === 'number') openStep(memoryId, openAfterMove(open, from, to));
}

/** The cards are drawn anew in their new order, so the focus is set when they are there. */
function focusStep(index: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step-toggle="${index}"]`)?.focus());
}
