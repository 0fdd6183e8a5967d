import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import type { Step } from '../../../../shared/model/memory.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { t, told } from '../../../texts/texts.ts';
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
