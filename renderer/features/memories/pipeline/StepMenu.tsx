import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import type { Step } from '../../../../shared/model/memory.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { Menu } from '../../../ui/Menu.tsx';
import type { StepActions } from './step-actions.ts';

interface StepMenuProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  readonly actions: StepActions;
}

export function StepMenu({ step, index, count, actions }: StepMenuProps) {
  return (
    <Menu
      entries={[
        {
          id: 'up',
          label: 'Move up',
          icon: ArrowUp,
          keys: 'Mod+ArrowUp',
          disabled: index === 0,
          run: () => actions.up(index),
        },
        {
          id: 'down',
          label: 'Move down',
          icon: ArrowDown,
          keys: 'Mod+ArrowDown',
          disabled: index === count - 1,
          run: () => actions.down(index),
        },
        {
          id: 'duplicate',
          label: 'Duplicate',
          icon: Copy,
          keys: 'Mod+D',
          run: () => actions.duplicate(index),
        },
        'separator',
        {
          id: 'remove',
          label: 'Remove step',
          icon: Trash2,
          keys: 'Delete',
          tone: 'danger',
          run: () => actions.remove(index),
        },
      ]}
      name={`Actions of step ${index + 1}, ${stepKind(step.type).label}`}
    />
  );
}
