import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import styles from './Dialog.module.css';
import { halfTypedIn } from './field-place.ts';
import { IconButton } from './IconButton.tsx';
import { takeOverTyped } from './take-over-typed.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the bottom, the main one last and of type `submit`. */
  readonly actions?: ReactNode;
  /** Run by the submit button, by Enter in a field and by Mod+Enter anywhere; not again before what it promises is done. */
  readonly onSubmit?: () => unknown;
  readonly size?: 's' | 'm' | 'l';
  readonly role?: 'dialog' | 'alertdialog';
  /** Holds words alone: without a control to come to by Tab it would not be scrolled by keys. */
  readonly scrollsByKeys?: boolean;
}

/** What somebody may have typed into or chosen in. */
const choices = 'input, textarea, select, [contenteditable=true], [role=radio], [aria-haspopup=listbox]';

/**
 * A window over the studio, which Escape closes, and a press outside where nothing can be typed or chosen in it that would be gone.
 * Mount it to open it.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  onSubmit,
  size = 'm',
  role = 'dialog',
  scrollsByKeys = false,
}: DialogProps) {
  const isBusy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const submitOnce = async () => {
    const half = form.current && halfTypedIn(form.current);
    // What was taken over before is not what stands there.
    if (half) return half.focus();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await onSubmit?.();
    } finally {
      isBusy.current = false;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void submitOnce();
  };
  const submitFromAnywhere = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    takeOverTyped();
    // By way of the form, which has the handler of what was drawn with that.
    event.currentTarget.requestSubmit();
  };
  return (
    <ModalOverlay
      className={classNames(styles.veil)}
      isDismissable
      isOpen
      shouldCloseOnInteractOutside={() => onSubmit === undefined || !form.current?.querySelector(choices)}
      onOpenChange={open => !open && onClose()}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <AriaDialog className={classNames(styles.dialog)} role={role}>
          <header className={styles.header}>
            <Heading className={classNames(styles.title)} slot="title">
              {title}
            </Heading>
            <IconButton icon={X} keys="Escape" name={t('Close')} onPress={onClose} />
          </header>
          <form
            className={styles.form}
            noValidate
            onKeyDown={submitFromAnywhere}
            onSubmit={submit}
            ref={form}
          >
            <div className={styles.body} {...(scrollsByKeys && { tabIndex: 0 })}>
              {children}
            </div>
            {actions === undefined ? null : <footer className={styles.footer}>{actions}</footer>}
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
