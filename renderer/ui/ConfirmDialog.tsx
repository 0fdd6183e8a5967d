import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, in one or two sentences. */
  readonly children: ReactNode;
  /** The verb on the button, e.g. "Delete memory". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly danger?: boolean;
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  danger = false,
}: ConfirmDialogProps) {
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      actions={actions}
      onClose={onClose}
      onSubmit={onConfirm}
      role="alertdialog"
      size="s"
      title={title}
    >
      <div>{children}</div>
    </Dialog>
  );
}
