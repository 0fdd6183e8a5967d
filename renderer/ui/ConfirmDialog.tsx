import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** Something that names what is to go. */
interface ConfirmedUse {
  readonly key: string;
  readonly name: string;
  readonly what: string;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, in one or two sentences. */
  readonly children: ReactNode;
  /** What loses something by it, each with what it is. */
  readonly uses?: readonly ConfirmedUse[];
  /** What can be chosen about it. */
  readonly choice?: ReactNode;
  /** The verb on the button, e.g. "Delete memory". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({
  title,
  children,
  uses = [],
  choice,
  confirmLabel,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button type="submit" variant="danger">
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
      {uses.length === 0 ? null : (
        <ul className={styles.uses}>
          {uses.map(({ key, name, what }) => (
            <li className={styles.use} key={key}>
              <span>{name}</span>
              <span className={styles.what}>{what}</span>
            </li>
          ))}
        </ul>
      )}
      {choice}
    </Dialog>
  );
}
