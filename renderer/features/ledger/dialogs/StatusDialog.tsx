import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import type { LedgerDialog } from '../ledger-view.ts';
import styles from './dialogs.module.css';

type StatusChange = Extract<LedgerDialog, { readonly id: string }>;

interface StatusDialogProps {
  readonly change: StatusChange;
  readonly onClose: () => void;
}

const looks = {
  override: {
    title: t('Override the decision'),
    verb: t('Override'),
    does: t('It no longer holds, and the reason stays with it.'),
  },
  reconsider: {
    title: t('Reconsider the decision'),
    verb: t('Reconsider'),
    does: t('It becomes provisional, to be thought over.'),
  },
  confirm: { title: t('Confirm the decision'), verb: t('Confirm'), does: t('It becomes active.') },
} as const;

/** Sets what becomes of a decision; setting it aside needs a reason. */
export function StatusDialog({ change: { kind, id, summary }, onClose }: StatusDialogProps) {
  const [reason, setReason] = useState('');
  const { failure, submit } = useSubmitting(onClose);
  const { title, verb, does } = looks[kind];
  const needsReason = kind === 'override';
  const isReady = !needsReason || reason.trim() !== '';
  const change = () => {
    if (!isReady) return;
    const given = reason.trim() === '' ? {} : { reason };
    const done =
      kind === 'override'
        ? call('ledger.override', { id, reason })
        : call(kind === 'confirm' ? 'ledger.confirm' : 'ledger.reconsider', { id, ...given });
    return submit(done);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isReady} type="submit" variant={needsReason ? 'danger' : 'primary'}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={change} size="s" title={title}>
      <p className={styles.about}>
        <strong>{summary}</strong>
        <br />
        {does}
      </p>
      <TextArea
        autoFocus
        label={needsReason ? t('Reason') : t('Reason (may be empty)')}
        onChange={setReason}
        rows={3}
        value={reason}
      />
      {failure === undefined ? null : <Notice title={failure} tone="error" />}
    </Dialog>
  );
}
