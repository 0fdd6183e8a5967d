import { RotateCw, Unplug } from 'lucide-react';
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import styles from './App.module.css';
import { startImport, useProjectCommands } from './features/first-run/use-project-commands.ts';
import { useGlobalCommands } from './features/shell/use-shell-commands.ts';
import { useShortcuts } from './features/shell/use-shortcuts.ts';
import { useTheme } from './features/shell/use-theme.ts';
import { AfterFirstView, Studio } from './Studio.tsx';
import { closeDialog, useDialog } from './stores/dialogs.ts';
import { followProject, loadProject, type ProjectState, selectIsOpen, useProject } from './stores/project.ts';
import { dismissToast, showError, showToast, useToasts } from './stores/toasts.ts';
import { locale, t } from './texts/texts.ts';
import { Button } from './ui/Button.tsx';
import { EmptyState } from './ui/EmptyState.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { InsteadOfPart, lazyPart } from './ui/lazy-part.ts';
import { ToastRegion } from './ui/ToastRegion.tsx';

const selectStatus = (state: ProjectState) => state.status;
const selectError = (state: ProjectState) => state.error;

const FirstRun = lazyPart(async () => (await import('./features/first-run/FirstRun.tsx')).FirstRun);

/** The whole page: the first-run screen or the studio, and the windows over both. */
export function App() {
  useTheme();
  useShortcuts();
  useGlobalCommands();
  useProjectCommands();
  useEffect(() => {
    loadProject().catch(() => undefined); // the failure is shown in place of the studio
    return followProject();
  }, []);
  return (
    <I18nProvider locale={locale}>
      <Page />
      <DialogHost />
      <AfterFirstView Content={LateParts} />
      {/* From the beginning: once the server is gone it could not be loaded to say so. */}
      <Toasts />
    </I18nProvider>
  );
}

const DropImport = lazyPart(async () => (await import('./features/import/DropImport.tsx')).DropImport, {
  isMissable: true,
});
const LateListeners = lazyPart(
  async () => (await import('./features/shell/LateListeners.tsx')).LateListeners,
  { isMissable: true },
);
function LateParts() {
  useEffect(() => void preloadDialogs(), []);
  return (
    <>
      <LateListeners />
      <DropImport onFiles={files => void Promise.resolve(startImport(files)).catch(showError)} />
    </>
  );
}

/** Messages of all parts of the studio. */
function Toasts() {
  const toasts = useToasts(state => state.toasts);
  return <ToastRegion onDismiss={dismissToast} toasts={toasts} />;
}

function Page() {
  const status = useProject(selectStatus);
  const isOpen = useProject(selectIsOpen);
  if (status === 'loading') return <Loading />;
  if (status === 'failed') return <Failed />;
  if (isOpen) return <Studio />;
  return (
    <ErrorBoundary name={t('The first screen')}>
      <FirstRun />
    </ErrorBoundary>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className={styles.page}>
      <p className={styles.loading}>{t('Opening the project…')}</p>
    </div>
  );
}

function Failed() {
  const error = useProject(selectError);
  const isOpen = useProject(selectIsOpen);
  return (
    <div className={styles.page}>
      <EmptyState
        actions={
          <Button icon={RotateCw} onPress={() => window.location.reload()} variant="primary">
            {t('Try again')}
          </Button>
        }
        icon={Unplug}
        title={isOpen ? t('The project could not be read') : t('Weft could not be reached')}
      >
        {error}
      </EmptyState>
    </div>
  );
}

/** Which windows there are comes after what is in sight first. */
const DialogOf = lazyPart(async () => (await import('./DialogOf.tsx')).DialogOf);

/** Fetches what must be there at once when it is asked for. */
async function preloadDialogs(): Promise<void> {
  await DialogOf.preload();
  // What cannot be fetched now is when it is asked for.
  await import('./DialogOf.tsx').then(part => part.preloadDialogs()).catch(() => {});
}

/** The window that was asked for, if any. */
function DialogHost() {
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
