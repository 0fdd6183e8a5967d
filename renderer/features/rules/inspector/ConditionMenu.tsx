import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { edit } from '../../../stores/documents.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { type ConditionRef, moveCondition, removeCondition } from '../edits/condition-edits.ts';

interface ConditionMenuProps {
  readonly at: ConditionRef;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** What can be done to a condition as a whole. */
export const ConditionMenu = memo(function ConditionMenu({ at, count }: ConditionMenuProps) {
  const move = (by: -1 | 1) => edit('move condition', draft => moveCondition(draft, at, by));
  return (
    <Menu
      entries={[
        { id: 'up', label: 'Move up', icon: ArrowUp, disabled: at.index === 0, run: () => move(-1) },
        {
          id: 'down',
          label: 'Move down',
          icon: ArrowDown,
          disabled: at.index === count - 1,
          run: () => move(1),
        },
        'separator',
        {
          id: 'remove',
          label: 'Remove condition',
          icon: Trash2,
          tone: 'danger',
          run: () => edit('remove condition', draft => removeCondition(draft, at)),
        },
      ]}
      name={`More for condition ${at.index + 1}`}
    />
  );
});
