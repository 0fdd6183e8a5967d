import { dismissToast, useToasts } from '../../stores/toasts.ts';
import { ToastRegion } from '../../ui/ToastRegion.tsx';

/** Messages of all parts of the studio. */
export function Toasts() {
  const toasts = useToasts(state => state.toasts);
  return <ToastRegion onDismiss={dismissToast} toasts={toasts} />;
}
