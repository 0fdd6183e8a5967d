import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import {
  type ProjectTemplateId,
  projectTemplateIds,
  projectTemplates,
} from '../../../shared/model/project-template.ts';
import { call, errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { createFromTemplate, openProject, useProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { useIsOpen } from '../../stores/use-submitting.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './FirstRun.module.css';

type Beginning = ProjectTemplateId | 'empty';

const empty = { title: t('Empty project'), text: t('No engine, no memory: you build from nothing.') };
const beginningOf = (beginning: Beginning) => (beginning === 'empty' ? empty : projectTemplates[beginning]);
const beginnings = (['empty', ...projectTemplateIds] as const).map(value => {
  const { title, text } = beginningOf(value);
  return { value, label: told(title), description: told(text) };
});

/** Makes a folder a project, an empty one or one that begins from a template, and opens it. */
export function NewProjectDialog({ template }: { readonly template?: ProjectTemplateId }) {
  const [beginning, setBeginning] = useState<Beginning>(template ?? 'empty');
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsOpen();
  const samplePath = useProject(state => state.info?.sample_path) ?? '';
  const path = typed ?? besideSample(samplePath, beginning);
  const choose = (next: string) => {
    setTyped(next);
    setError(undefined);
  };
  const make = async () => {
    if (path.trim() === '') return setError(t('Type the path of a folder.'));
    setBusy(true);
    try {
      await (beginning === 'empty'
        ? openProject(path.trim(), true)
        : createFromTemplate(path.trim(), beginning));
      if (!isOpen.current) return;
      setWorkspace({ view: 'rules' });
      closeDialog();
    } catch (failure) {
      if (!isOpen.current) return showError(failure);
      setError(errorBody(failure).message);
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onPress={closeDialog}>{t('Cancel')}</Button>
      <Button disabled={isBusy} type="submit" variant="primary">
        {isBusy ? t('Making the project…') : t('Make project')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={() => make()} title={t('New project')}>
      <Select
        description={beginningOf(beginning).text}
        label={t('Begin with')}
        onChange={setBeginning}
        options={beginnings}
        value={beginning}
      />
      <div className={styles.folder}>
        <TextField
          autoFocus
          description={t(
            'On the machine that runs Weft. It is made where it is not there; files that are there stay as they are.',
          )}
          error={error}
          label={t('Folder')}
          mono
          onChange={choose}
          value={path}
        />
        <FolderButton onChoose={choose} onFailure={setError} />
      </div>
    </Dialog>
  );
}

/** Beside the sample project, under the name of what it begins with. */
function besideSample(samplePath: string, beginning: Beginning): string {
  const folder = samplePath.replace(/[^\\/]*$/, '');
  return folder === '' ? '' : `${folder}${beginning === 'empty' ? 'my-project' : beginning}`;
}

interface FolderButtonProps {
  readonly onChoose: (path: string) => void;
  readonly onFailure: (message: string) => void;
}

/** Only a window of its own has the system's dialog. */
function FolderButton({ onChoose, onFailure }: FolderButtonProps) {
  const isWindow = useProject(state => state.info?.shell === 'window');
  if (!isWindow) return null;
  const pick = async () => {
    const { path } = await call('project.pickFolder', {});
    if (path !== null) onChoose(path);
  };
  return (
    <Button icon={FolderOpen} onPress={() => void pick().catch(error => onFailure(errorBody(error).message))}>
      {t('Choose…')}
    </Button>
  );
}
