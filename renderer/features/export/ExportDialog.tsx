import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call, errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { showError } from '../../stores/toasts.ts';
import { useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { downloadText } from '../../ui/download-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './ExportDialog.module.css';

const selectEngines = (state: DocumentsState) => state.working.engines;
const selectEngineId = (state: Workspace) => state.engineId;

/** The canonical rule JSON of an engine as it stands now, saved or not. */
export function ExportDialog({ engineId }: { readonly engineId?: string }) {
  const engines = useDocuments(selectEngines);
  const currentId = useWorkspace(selectEngineId);
  const [chosenId, setChosenId] = useState(engineId ?? currentId);
  const options = useMemo(
    () => Object.values(engines).map(engine => ({ value: engine.id, label: engine.name })),
    [engines],
  );
  const id = options.some(option => option.value === chosenId) ? chosenId : options[0]?.value;
  const { exported, error } = useExport(id);
  const download = () => {
    if (!exported) return;
    downloadText(exported.filename, exported.text);
    closeDialog();
  };
  const actions = (
    <>
      <CopyButton label="Copy JSON" onError={showError} text={exported?.text ?? ''} />
      <Button disabled={!exported} icon={Download} type="submit" variant="primary">
        {exported ? `Download ${exported.filename}` : 'Download'}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={download} title="Export rule JSON">
      <Select label="Engine" onChange={setChosenId} options={options} value={id} />
      {error === undefined ? null : <Notice title={error} tone="error" />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <section aria-label="Rule JSON" className={styles.text} tabIndex={0}>
        <pre>{exported?.text}</pre>
      </section>
    </Dialog>
  );
}

interface Export {
  readonly exported?: Output<'engines.export'>;
  readonly error?: string;
}

function useExport(id: string | undefined): Export {
  const engine = useDocuments(state => (id === undefined ? undefined : state.working.engines[id]));
  const [state, setState] = useState<Export>({});
  useEffect(() => {
    if (!engine) return;
    const asked = { current: true };
    call('engines.export', { engine }).then(
      exported => asked.current && setState({ exported }),
      error => asked.current && setState({ error: errorBody(error).message }),
    );
    return () => {
      asked.current = false;
    };
  }, [engine]);
  return state;
}
