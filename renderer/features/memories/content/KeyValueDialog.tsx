import { useState } from 'react';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import { textHead } from '../../../../shared/text-head.ts';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ValueField } from '../../../ui/ValueField.tsx';
import styles from './ContentTab.module.css';
import { type KeyValueEntry, loadContent, useContent } from './content-store.ts';

interface KeyValueDialogProps {
  /** Absent for a new key. */
  readonly entry?: KeyValueEntry;
  readonly onClose: () => void;
}

/** One stored value with its address; the address of a stored one is fixed. */
export function KeyValueDialog({ entry, onClose }: KeyValueDialogProps) {
  const [address, setAddress] = useState({
    instance: entry?.instance ?? '',
    namespace: entry?.namespace ?? '',
    key: entry?.key ?? '',
  });
  const [value, setValue] = useState<unknown>(entry ? entry.value : '');
  const { failure: error, submit } = useSubmitting(onClose);
  const stored = useWrittenSince(address, entry);
  const written = isJsonEqual(stored?.value, value) ? undefined : stored;
  const isComplete = Object.values(address).every(part => part !== '') && value !== undefined;
  const save = () => {
    if (!isComplete) return;
    return submit(call('kv.set', { ...address, value }).then(loadContent));
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isComplete} type="submit" variant="primary">
        {written ? t('Replace value') : t('Save value')}
      </Button>
    </>
  );
  return (
    <Dialog
      actions={actions}
      onClose={onClose}
      onSubmit={save}
      title={entry ? t('Value of {key}', { key: entry.key }) : t('New key')}
    >
      {entry ? (
        <p className={styles.path}>
          {entry.instance} / {entry.namespace} / {entry.key}
        </p>
      ) : (
        <AddressFields address={address} onChange={setAddress} />
      )}
      <div>
        <PanelHeader level="label" title={t('Value')} />
        <ValueField label={t('Value')} onChange={setValue} value={value} />
      </div>
      {written ? (
        <Notice title={t('Another value was written here')} tone="missing">
          <p>{t('Saving replaces it: {value}', { value: shortened(written.value) })}</p>
        </Notice>
      ) : null}
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}

const mostShown = 300;
const shortened = (value: unknown): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > mostShown ? `${textHead(text, mostShown)}…` : text;
};

/** What stands at the address and is not what the window was opened with: an agent may write while somebody types. */
function useWrittenSince(address: Address, entry: KeyValueEntry | undefined): KeyValueEntry | undefined {
  const { entries } = useContent();
  const stored = entries.find(
    ({ instance, namespace, key }) =>
      instance === address.instance && namespace === address.namespace && key === address.key,
  );
  return stored?.updated_at === entry?.updated_at ? undefined : stored;
}

interface Address {
  readonly instance: string;
  readonly namespace: string;
  readonly key: string;
}

interface AddressFieldsProps {
  readonly address: Address;
  readonly onChange: (address: Address) => void;
}

function AddressFields({ address, onChange }: AddressFieldsProps) {
  const { entries } = useContent();
  const known = (part: 'instance' | 'namespace') =>
    [...new Set(entries.map(entry => entry[part]))].map(value => ({ value }));
  return (
    <>
      <ComboBox
        label={t('Instance')}
        mono
        onChange={instance => onChange({ ...address, instance })}
        options={known('instance')}
        placeholder={t('agents')}
        value={address.instance}
      />
      <ComboBox
        label={t('Namespace')}
        mono
        onChange={namespace => onChange({ ...address, namespace })}
        options={known('namespace')}
        placeholder={t('sessions/thread-1')}
        value={address.namespace}
      />
      <TextField
        label={t('Key')}
        mono
        onChange={key => onChange({ ...address, key })}
        placeholder={t('goal')}
        value={address.key}
      />
    </>
  );
}
