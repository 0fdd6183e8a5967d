import { type StudioCommandId, studioCommand } from '../../shared/model/studio-command.ts';
import { t } from '../texts/texts.ts';
import { findHandler, runCommand, useCommandSources } from './commands.ts';
import { selectHasEngines, useDocuments } from './documents.ts';
import { showToast } from './toasts.ts';
import { setWorkspace } from './workspace.ts';

/** A view may still have to be loaded. */
const longestWayMs = 5000;

/** Runs a command; where it means nothing now, its view is gone to first and does it as soon as it is there. */
export function runCommandThere(id: StudioCommandId): void {
  if (runCommand(id)) return;
  const { place, title } = studioCommand(id);
  if (!place) return;
  setWorkspace(place);
  const sayNothing = () =>
    showToast({ message: t('“{title}” has nothing to act on there.', { title: t(title) }) });
  // The view says how to make an engine; until there is one, no wait brings its rules.
  if (place.view === 'rules' && !selectHasEngines(useDocuments.getState())) {
    sayNothing();
    return;
  }
  const asked = { isDone: false };
  const tryIt = () => {
    if (asked.isDone || !findHandler(id)) return;
    end();
    runCommand(id);
  };
  // What is mounted tells what it offers before it knows everything.
  const unsubscribe = useCommandSources.subscribe(() => setTimeout(tryIt));
  const timer = setTimeout(() => {
    tryIt();
    if (!asked.isDone) sayNothing();
    end();
  }, longestWayMs);
  const end = () => {
    asked.isDone = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
