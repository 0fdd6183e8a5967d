import { useState } from 'react';
import { memoryStarts } from '../../../shared/memory-starts/memory-starts.ts';
import { useDocuments } from '../../stores/documents.ts';
import { freeIdFromName } from '../../stores/free-id.ts';
import { idProblem } from '../../stores/id-problem.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { addAndFocus } from '../../ui/focus-added.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { createMemory } from './edits/memory-commands.ts';

const starts = Object.entries(memoryStarts).map(([value, { label, description }]) => ({
  value,
  label: told(label),
  description: told(description),
}));

/** Asks for what cannot be changed lightly later: the id, which is also the file's name. */
export function NewMemoryDialog({ onClose }: { readonly onClose: () => void }) {
  const memories = useDocuments(state => state.working.memories);
  const [label, setLabel] = useState('');
  const [ownId, setOwnId] = useState<string>();
  const [start, setStart] = useState(starts[0]?.value);
  const id = ownId ?? (label.trim() === '' ? '' : freeIdFromName(label, 'memory', Object.keys(memories)));
  const problem = idProblem(id, Object.keys(memories));
  const isComplete = label.trim() !== '' && problem === undefined;
  const submit = () => {
    if (!isComplete) return;
    const create = () => {
      createMemory(label.trim(), id, memoryStarts[start ?? '']?.steps ?? []);
      onClose();
    };
    addAndFocus(create, `[aria-label="${t('Pipeline steps')}"]`);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {t('Create memory')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={submit} size="s" title={t('New memory')}>
      <TextField
        autoFocus
        label={t('Label')}
        onChange={setLabel}
        placeholder={t('Release notes')}
        value={label}
      />
      <TextField
        description={t('Rules name the memory by it; it is also the name of its file.')}
        error={id === '' ? undefined : problem}
        label={t('Id')}
        mono
        onChange={setOwnId}
        value={id}
      />
      <Select label={t('Starts with')} onChange={setStart} options={starts} value={start} />
    </Dialog>
  );
}
