import { useState } from 'react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { namingOf } from '../../stores/deletion.ts';
import { useDocuments } from '../../stores/documents.ts';
import { countsOfKinds, usesWithKinds } from '../../stores/naming-words.ts';
import { t } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { removeMemory } from './edits/memory-commands.ts';
import { describeUses } from './logic/memory-uses.ts';
import { useMemoryUses } from './use-memories.ts';

interface DeleteMemoryDialogProps {
  readonly memory: PersistentMemory;
  readonly onClose: () => void;
}

/** The impact first: which rules in which engines would lose the memory, and what else names it. */
export function DeleteMemoryDialog({ memory, onClose }: DeleteMemoryDialogProps) {
  const uses = useMemoryUses(memory.id);
  const [named] = useState(() =>
    namingOf(useDocuments.getState().working, { kind: 'memory', id: memory.id }),
  );
  const [fromRules, setFromRules] = useState(true);
  const confirm = () => {
    removeMemory(memory.id, fromRules);
    onClose();
  };
  const rules = uses.map(({ engineId, engineName, ruleId, ruleName }) => ({
    key: `${engineId}/${ruleId}`,
    name: ruleName,
    what: engineName,
  }));
  return (
    <ConfirmDialog
      choice={
        uses.length === 0 ? null : (
          <Switch label={t('Take it out of these rules too')} on={fromRules} onChange={setFromRules} />
        )
      }
      confirmLabel={t('Delete memory')}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Delete {id}?', { id: memory.id })}
      uses={[...rules, ...usesWithKinds(named)]}
    >
      <p>
        {t('{uses} Its file goes when you save; undo brings it back.', {
          uses:
            named.length === 0
              ? describeUses(uses)
              : t('{uses} Named by: {things}.', { uses: describeUses(uses), things: countsOfKinds(named) }),
        })}
      </p>
    </ConfirmDialog>
  );
}
