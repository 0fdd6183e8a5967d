import { useState } from 'react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { t } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './DeleteMemoryDialog.module.css';
import { removeMemory } from './edits/memory-commands.ts';
import { describeUses } from './logic/memory-uses.ts';
import { useAskingSamples, useMemoryUses } from './use-memories.ts';

interface DeleteMemoryDialogProps {
  readonly memory: PersistentMemory;
  readonly onClose: () => void;
}

/** The impact first: which rules in which engines would lose the memory. */
export function DeleteMemoryDialog({ memory, onClose }: DeleteMemoryDialogProps) {
  const uses = useMemoryUses(memory.id);
  const asking = useAskingSamples(memory.id);
  const [fromRules, setFromRules] = useState(true);
  const confirm = () => {
    removeMemory(memory.id, fromRules);
    onClose();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete memory')}
      danger
      onClose={onClose}
      onConfirm={confirm}
      title={t('Delete {id}?', { id: memory.id })}
    >
      <p title={asking.join(', ')}>
        {t('{uses} Its file goes when you save; undo brings it back.', { uses: describeUses(uses, asking) })}
      </p>
      {uses.length === 0 ? null : (
        <>
          <ul className={styles.impact}>
            {uses.map(use => (
              <li className={styles.use} key={`${use.engineId}/${use.ruleId}`}>
                <span>{use.ruleName}</span>
                <span className={styles.engine}>{use.engineName}</span>
              </li>
            ))}
          </ul>
          <Switch label={t('Take it out of these rules too')} on={fromRules} onChange={setFromRules} />
        </>
      )}
    </ConfirmDialog>
  );
}
