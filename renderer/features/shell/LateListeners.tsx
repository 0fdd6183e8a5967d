import { useEffect } from 'react';
import { type DocumentsState, isIn, useDocuments } from '../../stores/documents.ts';
import { followBudgetFindings } from '../../stores/follow-budget-findings.ts';
import { followMemoryAudit } from '../../stores/follow-memory-audit.ts';
import { useInterruptions } from '../../stores/interruptions.ts';
import { onOtherProject } from '../../stores/other-project.ts';
import { selectIsTrusted, useProject } from '../../stores/project.ts';
import { useToasts } from '../../stores/toasts.ts';
import { focusRegion, holdsFocus } from './regions.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** What listens to the page as a whole and need not do so before the first view is there. It draws nothing. */
export function LateListeners(): null {
  useKeptFocus();
  useLeaveInspector();
  useEffect(() => {
    window.addEventListener('keydown', leaveToInputMethod, true);
    return () => window.removeEventListener('keydown', leaveToInputMethod, true);
  }, []);
  const isTrusted = useProject(selectIsTrusted);
  useEffect(() => (isTrusted ? followBudgetFindings() : undefined), [isTrusted]);
  useEffect(followMemoryAudit, []);
  useEffect(() => useDocuments.subscribe(forgetMended), []);
  useEffect(() => onOtherProject(forgetOffers), []);
  return null;
}

/** What was done in one project is not taken back in another. */
function forgetOffers(): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ action }) => action === undefined) }));
}

/** What could not be saved and was undone, saved or left with its project since is not told of any more. */
function forgetMended({ unsaved }: DocumentsState): void {
  const { failedSave } = useInterruptions.getState();
  if (failedSave === undefined) return;
  const documents = failedSave.documents.filter(isIn(unsaved));
  if (documents.length < failedSave.documents.length)
    useInterruptions.setState({
      failedSave: documents.length === 0 ? undefined : { ...failedSave, documents },
    });
}

/**
 * Enter, Escape and arrows that choose a word while it is composed, as Chinese or Japanese are typed, are no keys of the
 * field: no control hears of them, nor has to ask. Safari tells of the Enter that ends it by its code alone. The editor of
 * JSON sees to it by itself.
 */
function leaveToInputMethod(event: KeyboardEvent): void {
  const { target: field } = event;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/** Escape, where nothing is open that it closes, leads from the details of a thing back to it. */
export function useLeaveInspector(): void {
  useEffect(() => {
    const held = { isOpen: false };
    // What it closes is gone by the time that the key has come through.
    const note = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      held.isOpen = document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (held.isOpen || !holdsFocus('Inspector')) return;
      event.preventDefault();
      focusRegion('Editor');
    };
    window.addEventListener('keydown', note, true);
    window.addEventListener('keydown', leave);
    return () => {
      window.removeEventListener('keydown', note, true);
      window.removeEventListener('keydown', leave);
    };
  }, []);
}
