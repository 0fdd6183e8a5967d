import { useState } from 'react';
import { edit } from '../../../stores/documents.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { describeEngine } from '../edits/engine-edits.ts';
import { useEngine } from '../use-rule.ts';

interface RenameEngineProps {
  readonly engineId: string;
  readonly onClose: () => void;
}

/** Name and description of an engine. Its id, the file's name, stays. */
export function RenameEngine({ engineId, onClose }: RenameEngineProps) {
  const engine = useEngine(engineId);
  const [name, setName] = useState(engine?.name ?? '');
  const [description, setDescription] = useState(engine?.description ?? '');
  const save = () => {
    if (name.trim() === '') return;
    edit(t('rename engine'), draft => describeEngine(draft, engineId, { name: name.trim(), description }));
    onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button disabled={name.trim() === ''} type="submit" variant="primary">
            {t('Rename')}
          </Button>
        </>
      }
      onClose={onClose}
      onSubmit={save}
      size="s"
      title={t('Engine')}
    >
      <TextField
        autoFocus
        description={t('The file stays {engineId}.json.', { engineId })}
        label={t('Name')}
        onChange={setName}
        value={name}
      />
      <TextArea label={t('Description')} onChange={setDescription} rows={3} value={description} />
    </Dialog>
  );
}
