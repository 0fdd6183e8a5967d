import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { type ExportFormat, exportFormat, exportFormatNames } from '../../../shared/model/export-format.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { showError } from '../../stores/toasts.ts';
import { useOwnAnswer } from '../../stores/use-answer.ts';
import { useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { downloadText } from '../../ui/download-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './ExportDialog.module.css';

const selectEngineId = (state: Workspace) => state.engineId;
const formats = exportFormatNames.map(value => ({
  value,
  label: told(exportFormat(value).name),
  description: told(exportFormat(value).description),
}));

/** An engine as it stands now, saved or not, in every format that the command line has. */
export function ExportDialog({ engineId }: { readonly engineId?: string }) {
  const engines = useDocuments(selectEngines);
  const currentId = useWorkspace(selectEngineId);
  const [chosenId, setChosenId] = useState(engineId ?? currentId);
  const [as, setAs] = useState<ExportFormat>('json');
  const [withMemories, setWithMemories] = useState(false);
  const options = useMemo(
    () => Object.values(engines).map(engine => ({ value: engine.id, label: engine.name })),
    [engines],
  );
  const id = options.some(option => option.value === chosenId) ? chosenId : options[0]?.value;
  const { isToolFile } = exportFormat(as);
  const engine = id === undefined ? undefined : engines[id];
  const with_memories = isToolFile !== true && withMemories;
  const { output: exported, error } = useOwnAnswer(
    'engines.export',
    engine && { engine, as, with_memories },
    0,
    0,
  );
  const download = () => {
    if (!exported) return;
    for (const { filename, text } of filesOf(exported)) downloadText(filename, text, 'text/plain');
    closeDialog();
  };
  const actions = (
    <>
      {exported ? <CopyButton label={t('Copy')} onError={showError} text={exported.text} /> : null}
      <Button disabled={!exported} icon={Download} type="submit" variant="primary">
        {exported ? t('Download {exported}', { exported: downloadName(exported) }) : t('Download')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={download} title={t('Export an engine')}>
      <div className={styles.choices}>
        <Select label={t('Engine')} onChange={setChosenId} options={options} value={id} />
        <Select label={t('Format')} onChange={setAs} options={formats} value={as} />
      </div>
      {isToolFile ? null : (
        <Switch
          label={t('Bring the memory types that its rules add, as they are saved')}
          on={withMemories}
          onChange={setWithMemories}
        />
      )}
      <Exported error={error} exported={exported} />
    </Dialog>
  );
}

interface Export {
  readonly exported?: Output<'engines.export'> | undefined;
  readonly error?: string | undefined;
}

/** What would be written, with what the format cannot say. */
function Exported({ exported, error }: Export) {
  return (
    <>
      {error === undefined ? null : <Notice title={error} tone="error" />}
      {exported?.notes?.map(note => (
        <Notice key={note} title={note} tone="missing" />
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <section aria-label={t('What is exported')} className={styles.text} tabIndex={0}>
        <pre>{exported?.text}</pre>
      </section>
    </>
  );
}

type File = Pick<Output<'engines.export'>, 'filename' | 'text'>;

/** A browser saves files without folders: each keeps the last part of its path. */
function filesOf({ filename, text, files = [] }: Output<'engines.export'>): File[] {
  if (files.length < 2) return [{ filename, text }];
  return files.map(file => ({ filename: file.path.split('/').at(-1) ?? file.path, text: file.text }));
}

const downloadName = (exported: Output<'engines.export'>): string => {
  const files = filesOf(exported);
  return files.length === 1 ? exported.filename : t('{count} files', { count: files.length });
};
