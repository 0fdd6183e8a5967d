import { CircleAlert, Info, X } from 'lucide-react';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ToastRegion.module.css';

interface ToastContent {
  readonly id: string;
  readonly kind: 'info' | 'error';
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToastRegionProps {
  readonly toasts: readonly ToastContent[];
  readonly onDismiss: (id: string) => void;
}

/** Messages about what the user is not looking at; read out politely, errors at once. */
export function ToastRegion({ toasts, onDismiss }: ToastRegionProps) {
  return (
    <section aria-label={t('Messages')} className={styles.region}>
      {toasts.map(toast => (
        <div
          className={classNames(styles.toast, toast.kind === 'error' && styles.error)}
          key={toast.id}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          {toast.kind === 'error' ? <CircleAlert aria-hidden size={16} /> : <Info aria-hidden size={16} />}
          <span className={styles.message}>{toast.message}</span>
          <ToastAction onDismiss={onDismiss} toast={toast} />
          <IconButton icon={X} name={t('Dismiss')} onPress={() => onDismiss(toast.id)} size="s" />
        </div>
      ))}
    </section>
  );
}

function ToastAction({
  toast,
  onDismiss,
}: {
  readonly toast: ToastContent;
  readonly onDismiss: (id: string) => void;
}) {
  const { action } = toast;
  if (action === undefined) return null;
  const run = () => {
    onDismiss(toast.id);
    action.run();
  };
  return (
    <Button onPress={run} variant="quiet">
      {action.label}
    </Button>
  );
}
