import { keysOf } from '../../../shared/model/entries.ts';
import { type View, views } from '../../../shared/model/studio-views.ts';
import { capitalized } from '../../../shared/words.ts';
import { call } from '../../api/call.ts';
import { lostNow } from '../../api/connection.ts';
import { announce } from '../../stores/announcements.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { openDialog, openFinding, useDialog } from '../../stores/dialogs.ts';
import {
  redo,
  type SaveOutcome,
  saveDocuments,
  selectHasEngines,
  undo,
  undoAll,
  useDocuments,
} from '../../stores/documents.ts';
import { useInterruptions } from '../../stores/interruptions.ts';
import { reloadPage } from '../../stores/leave-page.ts';
import { isPanelOpen, type Panel, setPanelOpen } from '../../stores/panels.ts';
import { useProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { takeOverTyped } from '../../ui/take-over-typed.ts';
import { regionOf, stepRegion } from './regions.ts';

const canUndo = () => useDocuments.getState().past.length > 0;
const canRedo = () => useDocuments.getState().future.length > 0;
const hasEngines = () => selectHasEngines(useDocuments.getState());

/** What holds in every view while a project is open. */
export function useShellCommands(): void {
  useProvideCommands({
    'document.save': { run: () => saveAll() },
    'edit.undo': { run: undoAloud, when: canUndo },
    'edit.redo': { run: redoAloud, when: canRedo },
    'edit.undoAll': { run: undoAllAloud, when: canUndo },
    'engine.new': { run: () => openDialog({ kind: 'newEngine' }) },
    'engine.export': { run: () => openDialog({ kind: 'export' }), when: hasEngines },
    'edit.find': { run: openFinding },
    'panel.list': { run: () => toggle('list') },
    'panel.inspector': { run: () => toggle('inspector') },
    'panel.drawer': { run: () => toggle('drawer') },
    'panel.all': { run: toggleAll },
    'region.next': { run: () => stepRegion(1) },
    'region.previous': { run: () => stepRegion(-1) },
    'palette.open': { run: () => openDialog({ kind: 'palette' }) },
    ...Object.fromEntries(views.map(view => [`view.${view}`, { run: () => show(view) }])),
  });
}

/** What holds with and without a project. */
export function useGlobalCommands(): void {
  useProvideCommands({
    'theme.light': { run: () => setWorkspace({ theme: 'light' }) },
    'theme.dark': { run: () => setWorkspace({ theme: 'dark' }) },
    'theme.system': { run: () => setWorkspace({ theme: 'system' }) },
    'shortcuts.show': { run: () => openDialog({ kind: 'shortcuts' }) },
  });
}

// What it changes may be out of sight, and its button changes its name alone.
function undoAloud(): void {
  announce(t('Undone: {step}', { step: useDocuments.getState().past.at(-1)?.label ?? '' }));
  undo();
}

function redoAloud(): void {
  announce(t('Done again: {step}', { step: useDocuments.getState().future[0]?.label ?? '' }));
  redo();
}

function undoAllAloud(): void {
  announce(t('All changes are undone.'));
  undoAll();
}

function show(view: View): void {
  takeOverTyped();
  setWorkspace({ view });
}

const toggle = (panel: Panel): void => setPanelOpen(panel, !isPanelOpen(useWorkspace.getState(), panel));

/** The editor alone, or everything. */
function toggleAll(): void {
  const panels = keysOf(regionOf);
  const isAnyOpen = panels.some(panel => isPanelOpen(useWorkspace.getState(), panel));
  for (const panel of panels) setPanelOpen(panel, !isAnyOpen);
}

/** Writes everything unsaved; asks where somebody else wrote meanwhile, and tells what could not be written. */
async function saveAll(): Promise<void> {
  takeOverTyped();
  const { info } = useProject.getState();
  const { path } = await call('project.info', {});
  // Another window opened another project: what is edited here must not be written into that one.
  if (path !== info?.path) return reloadPage();
  const outcome = await saveDocuments();
  noteFailed(outcome.failed);
  // The banner asks as well, where a window is open in which something may be typed.
  if (outcome.conflicts.length > 0 && useDialog.getState().dialog === undefined)
    openDialog({ kind: 'conflicts', then: () => void saveAll().catch(showError) });
}

/** Said in one place, whatever their number; that nobody answers is said there already. */
function noteFailed(failed: SaveOutcome['failed']): void {
  const isTold = failed.length === 0 || lostNow() !== undefined;
  const reasons = [...new Set(failed.map(({ message }) => sentence(message)))];
  useInterruptions.setState({ failedSave: isTold ? undefined : { documents: failed, reasons } });
}

const sentence = (message: string): string => `${capitalized(message)}${/[.!?]$/.test(message) ? '' : '.'}`;
