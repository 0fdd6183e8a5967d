import { useState } from 'react';
import { closeDialog } from '../../stores/dialogs.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { freeIdFromName } from '../../stores/free-id.ts';
import { showRule } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { addAndFocus } from '../../ui/focus-added.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** Makes an empty engine; one undoable step like every other edit. */
export function NewEngineDialog() {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const engines = useDocuments(state => state.working.engines);
  const id = freeIdFromName(name, 'engine', Object.keys(engines));
  const isNamed = name.trim() !== '';
  const add = () => {
    edit(t('create engine'), draft => {
      draft.engines[id] = {
        id,
        name: name.trim(),
        description: description.trim(),
        enabled: true,
        rules: [],
      };
    });
    closeDialog();
    showRule(id);
  };
  const create = () => {
    if (isNamed) addAndFocus(add);
  };
  const actions = (
    <>
      <Button onPress={closeDialog}>{t('Cancel')}</Button>
      <Button disabled={!isNamed} type="submit" variant="primary">
        {t('Create engine')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={create} size="s" title={t('New engine')}>
      <TextField
        autoFocus
        description={
          isNamed ? t('Saved as {id}.json', { id }) : t('An engine is a set of rules in one JSON file.')
        }
        label={t('Name')}
        onChange={setName}
        placeholder={t('Planning rules')}
        value={name}
      />
      <TextArea label={t('Description')} onChange={setDescription} rows={2} value={description} />
    </Dialog>
  );
}
