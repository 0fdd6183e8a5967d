import { useState } from 'react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { useDocuments } from '../../stores/documents.ts';
import { idProblem } from '../../stores/id-problem.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { giveMemoryName } from './edits/memory-commands.ts';
import { describeUses } from './logic/memory-uses.ts';
import { useAskingSamples, useMemoryUses } from './use-memories.ts';

interface RenameMemoryProps {
  readonly memoryId: string;
  readonly then?: (id: string) => void;
}

/** The same from a view that is about something else, which it stays in. */
export function RenameMemory({ memoryId, then = () => {} }: RenameMemoryProps) {
  const memory = useDocuments(state => state.working.memories[memoryId]);
  return memory ? <RenameMemoryDialog memory={memory} onClose={closeDialog} onRenamed={then} /> : null;
}

interface RenameMemoryDialogProps {
  readonly memory: PersistentMemory;
  readonly onClose: () => void;
  readonly onRenamed: (id: string) => void;
}

/** Another label, another id, or both; whatever names the memory follows in the same step. */
export function RenameMemoryDialog({ memory, onClose, onRenamed }: RenameMemoryDialogProps) {
  const memories = useDocuments(state => state.working.memories);
  const uses = useMemoryUses(memory.id);
  const asking = useAskingSamples(memory.id);
  const [label, setLabel] = useState(memory.label);
  const [id, setId] = useState(memory.id);
  const problem = id === memory.id ? undefined : idProblem(id, Object.keys(memories));
  const isComplete = label.trim() !== '' && problem === undefined;
  const submit = () => {
    if (!isComplete) return;
    giveMemoryName(memory.id, id, label.trim());
    onRenamed(id);
    onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {t('Rename')}
      </Button>
    </>
  );
  return (
    <Dialog
      actions={actions}
      onClose={onClose}
      onSubmit={submit}
      size="s"
      title={t('Rename {id}', { id: memory.id })}
    >
      <TextField
        autoFocus
        error={label.trim() === '' ? t('A memory needs a label.') : undefined}
        label={t('Label')}
        onChange={setLabel}
        value={label}
      />
      <TextField
        description={t('{uses} Rules, samples and its file follow in the same step.', {
          uses: describeUses(uses, asking),
        })}
        error={problem}
        label={t('Id')}
        mono
        onChange={setId}
        value={id}
      />
    </Dialog>
  );
}
