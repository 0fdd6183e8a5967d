import { X } from 'lucide-react';
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
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
 * What was typed in one that does something with it is not gone by Escape alone: it asks. Mount it to open it.
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
  const typed = useTypedTexts();
  /** Where it goes on if what is typed may not go, while that is asked. */
  const [asked, setAsked] = useState<HTMLElement>();
  const keep = () => {
    setAsked(undefined);
    asked?.focus();
  };
  const leave = () => {
    const { activeElement } = document;
    const field = typed.last();
    // What is being sent is not lost with its window.
    if (onSubmit === undefined || isBusy.current || !field) onClose();
    else
      setAsked(
        activeElement instanceof HTMLElement && form.current?.contains(activeElement) ? activeElement : field,
      );
  };
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
      onOpenChange={open => open || (asked === undefined ? leave() : keep())}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <AriaDialog className={classNames(styles.dialog)} role={role}>
          <header className={styles.header}>
            <Heading className={classNames(styles.title)} slot="title">
              {title}
            </Heading>
            <IconButton
              icon={X}
              keys="Escape"
              name={t('Close')}
              onPress={asked === undefined ? leave : onClose}
            />
          </header>
          <form
            className={styles.form}
            noValidate
            onKeyDown={submitFromAnywhere}
            onSubmit={submit}
            ref={form}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the fields within are what is used. */}
            <div
              className={styles.body}
              onFocus={event => {
                typed.note(event);
                setAsked(undefined);
              }}
              {...(scrollsByKeys && { tabIndex: 0 })}
            >
              {children}
            </div>
            {asked === undefined ? (
              actions && <footer className={styles.footer}>{actions}</footer>
            ) : (
              <Question onDiscard={onClose} onKeep={keep} />
            )}
          </form>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const focusFirst = (question: Element | null) => question?.querySelector('button')?.focus();

/** In the place of the buttons, since two windows at once would be one too many. */
function Question({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  const question = t('Discard what you typed?');
  return (
    <section aria-label={question} className={styles.footer} ref={focusFirst}>
      <p className={styles.question}>{question}</p>
      <Button onPress={onKeep}>{t('Keep editing')}</Button>
      <Button onPress={onDiscard} variant="danger">
        {t('Discard it')}
      </Button>
    </section>
  );
}

/** The text of a field, with what became of it and stands beside it, as tags do. */
const textOf = (field: Element): string =>
  `${'value' in field ? field.value : ''}\n${field.parentElement?.textContent}`;

/** Where somebody typed: a field is noted as it is when it is come to, and one that went since counts no more. */
function useTypedTexts() {
  const before = useRef(new Map<HTMLElement, string>());
  return {
    note: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.matches('input, textarea') && !before.current.has(target))
        before.current.set(target, textOf(target));
    },
    last: () =>
      [...before.current].findLast(([field, text]) => field.isConnected && textOf(field) !== text)?.[0],
  };
}
