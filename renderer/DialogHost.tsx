import { useEffect } from 'react';
import { closeDialog, useDialog } from './stores/dialogs.ts';
import { showToast } from './stores/toasts.ts';
import { t } from './texts/texts.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { InsteadOfPart, lazyPart } from './ui/lazy-part.ts';

/** Which windows there are comes after what is in sight first. */
const DialogOf = lazyPart(async () => (await import('./DialogOf.tsx')).DialogOf);

/** Fetches what must be there at once when it is asked for. */
export async function preloadDialogs(): Promise<void> {
  await DialogOf.preload();
  // What cannot be fetched now is when it is asked for.
  await import('./DialogOf.tsx').then(part => part.preloadDialogs()).catch(() => {});
}

/** The window that was asked for, if any. */
export function DialogHost() {
  const dialog = useDialog(state => state.dialog);
  if (!dialog) return null;
  return (
    <ErrorBoundary again={dialog} name={t('The window')} onFailure={tellAndClose}>
      <InsteadOfPart value={<NotNow />}>
        <DialogOf dialog={dialog} instead={<NotNow />} />
      </InsteadOfPart>
    </ErrorBoundary>
  );
}

/** A window that nobody is there to load from is asked for again later; it does not come of itself. */
function NotNow() {
  useEffect(() => tellAndClose(t('Weft does not answer')), []);
  return null;
}

/** A window that cannot be loaded leaves what is below it. */
function tellAndClose(message: string): void {
  closeDialog();
  showToast({ message: t('The window could not be shown: {message}', { message }), kind: 'error' });
}
