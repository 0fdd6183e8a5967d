import { useState } from 'react';
import { useNaming } from '../../../stores/deletion.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { idProblem } from '../../../stores/id-problem.ts';
import { countsOfKinds } from '../../../stores/naming-words.ts';
import { longestName } from '../../../stores/next-name.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { giveEngineName } from '../edits/rename-engine.ts';
import { useEngine } from '../use-rule.ts';

interface RenameEngineProps {
  readonly engineId: string;
  readonly onClose: () => void;
}

/** Name, id and description of an engine; whatever names it follows in the same step. */
export function RenameEngine({ engineId, onClose }: RenameEngineProps) {
  const engine = useEngine(engineId);
  const [name, setName] = useState(engine?.name ?? '');
  const [description, setDescription] = useState(engine?.description ?? '');
  const [id, setId] = useState(engineId);
  const engines = useDocuments(state => state.working.engines);
  const named = useNaming({ kind: 'engine', id: engineId });
  const problem = id === engineId ? undefined : idProblem(id, Object.keys(engines));
  const isTooLong = name.trim().length > longestName;
  const isComplete = name.trim() !== '' && !isTooLong && problem === undefined;
  const save = () => {
    if (!isComplete) return;
    giveEngineName(engineId, { id, name: name.trim(), description });
    onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button disabled={!isComplete} type="submit" variant="primary">
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
        error={isTooLong ? t('A name has at most {count} letters.', { count: longestName }) : undefined}
        label={t('Name')}
        onChange={setName}
        value={name}
      />
      <TextField
        description={
          named.length === 0
            ? t('Its file is {id}.json.', { id })
            : t('Its file is {id}.json. Named by: {things}. They follow in the same step.', {
                id,
                things: countsOfKinds(named),
              })
        }
        error={problem}
        label={t('Id')}
        mono
        onChange={setId}
        value={id}
      />
      <TextArea label={t('Description')} onChange={setDescription} rows={3} value={description} />
    </Dialog>
  );
}
