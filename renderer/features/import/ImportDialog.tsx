import { FileInput } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { closeDialog, type ImportFile } from '../../stores/dialogs.ts';
import { showToast } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import styles from './ImportDialog.module.css';
import { ImportReportView } from './ImportReportView.tsx';
import { readRuleFiles } from './read-rule-files.ts';
import { type OnConflict, useImport } from './use-import.ts';

const conflictChoices = [
  { value: 'keep', label: 'Keep mine' },
  { value: 'replace', label: 'Replace mine' },
  { value: 'new_id', label: 'Import under a new id' },
] as const satisfies readonly { value: OnConflict; label: string }[];

/** Imports rule JSON: choose, see what would happen, do it. */
export function ImportDialog({ files: given }: { readonly files: readonly ImportFile[] }) {
  const [files, setFiles] = useState(given);
  const [onConflict, setOnConflict] = useState<OnConflict>('keep');
  const { report, error, busy, run } = useImport(files, onConflict);
  const count = report?.imported.length ?? 0;
  const submit = async () => {
    if (count === 0 || busy || !(await run())) return;
    closeDialog();
    showToast({ message: `Imported ${formatCounted(count, 'engine')}.` });
  };
  const actions = (
    <>
      <Button onPress={closeDialog}>Cancel</Button>
      <Button disabled={count === 0 || busy} type="submit" variant="primary">
        {count === 0 ? 'Import' : `Import ${formatCounted(count, 'engine')}`}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={() => void submit()} title="Import rule JSON">
      <FileChoice files={files} onChange={setFiles} />
      {report === undefined ? null : (
        <>
          <div className={styles.conflict}>
            <span className={styles.question}>When an engine with the same id exists</span>
            <Segmented
              label="When an engine with the same id exists"
              onChange={setOnConflict}
              options={conflictChoices}
              value={onConflict}
            />
          </div>
          <ImportReportView report={report} />
        </>
      )}
      {error === undefined ? null : <Notice title={error} tone="error" />}
    </Dialog>
  );
}

interface FileChoiceProps {
  readonly files: readonly ImportFile[];
  readonly onChange: (files: readonly ImportFile[]) => void;
}

function FileChoice({ files, onChange }: FileChoiceProps) {
  const [pasted, setPasted] = useState('');
  const paste = (text: string) => {
    setPasted(text);
    onChange(text.trim() === '' ? [] : [{ name: 'pasted.json', text }]);
  };
  const choose = async (chosen: readonly File[]) => {
    const { files: read, skipped } = await readRuleFiles(chosen);
    for (const { name, reason } of skipped) showToast({ kind: 'error', message: `"${name}" ${reason}.` });
    setPasted('');
    onChange(read);
  };
  const isChosen = files.length > 0 && pasted === '';
  return (
    <div className={styles.choice}>
      <div className={styles.files}>
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          allowsMultiple
          onSelect={list => void choose([...(list ?? [])])}
        >
          <Button icon={FileInput}>Choose files…</Button>
        </FileTrigger>
        <span className={styles.names}>
          {isChosen ? files.map(file => file.name).join(', ') : 'One engine or a list of engines per file'}
        </span>
      </div>
      {isChosen ? null : (
        <TextArea
          label="Or paste rule JSON"
          mono
          onChange={paste}
          placeholder='{ "id": "planning-rules", "name": "Planning rules", "rules": [ … ] }'
          rows={5}
          value={pasted}
        />
      )}
    </div>
  );
}
