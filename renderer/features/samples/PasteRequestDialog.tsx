import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useDocuments } from '../../stores/documents.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { parsePastedRequest } from './logic/parse-request.ts';
import { createSampleFrom } from './logic/sample-commands.ts';
import { freeName } from './logic/sample-edits.ts';
import styles from './PasteRequestDialog.module.css';

/** A real request becomes a sample: bare JSON, a log line, or a curl command around it. */
export function PasteRequestDialog({ onClose }: { readonly onClose: () => void }) {
  const samples = useDocuments(state => state.working.samples);
  const [text, setText] = useState('');
  const [typedName, setTypedName] = useState<string>();
  const parsed = text.trim() === '' ? undefined : parsePastedRequest(text);
  const proposed = parsed?.ok === true ? (parsed.name ?? t('Pasted request')) : '';
  const name = typedName ?? (proposed === '' ? '' : freeName(proposed, samples));
  const isComplete = parsed?.ok === true && name.trim() !== '';
  const submit = () => {
    if (parsed?.ok !== true || name.trim() === '') return;
    createSampleFrom(name.trim(), parsed.request);
    onClose();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {t('Create sample')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={submit} title={t('New sample from a request')}>
      <TextArea
        autoFocus
        description={t('Bare JSON, a log line or a curl command: the request in it is taken.')}
        error={parsed?.ok === false ? parsed.reason : undefined}
        label={t('Request')}
        mono
        onChange={setText}
        placeholder='{ "scope_variables": { "agent": { "agent_type": "developer" } } }'
        rows={10}
        value={text}
      />
      <TextField label={t('Name')} onChange={setTypedName} placeholder={t('Pasted request')} value={name} />
      {parsed?.ok === true && parsed.problems.length > 0 ? (
        <Notice
          icon={TriangleAlert}
          title={t('This request has {count} {count|problem|problems}; it can be mended as a sample', {
            count: parsed.problems.length,
          })}
          tone="missing"
        >
          <ul className={styles.problems}>
            {parsed.problems.map(problem => (
              <li key={`${problem.path} ${problem.message}`}>{told(problem.message)}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </Dialog>
  );
}
