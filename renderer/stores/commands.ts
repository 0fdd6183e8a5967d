import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { type StudioCommandId, studioCommand, studioCommandIds } from '../../shared/model/studio-command.ts';
import { t } from '../texts/texts.ts';
import { showError, showToast } from './toasts.ts';
import { setWorkspace } from './workspace.ts';

/** What a command does now, given by the part of the studio that knows. */
export interface CommandHandler {
  readonly run: () => void | Promise<void>;
  /** Absent means always. */
  readonly when?: () => boolean;
}

export type CommandHandlers = { readonly [Id in StudioCommandId]?: CommandHandler };

/** Those who offer commands, the latest first: what is mounted last, and nearest to the user, answers. */
export const useCommandSources = create<{ readonly sources: readonly (() => CommandHandlers)[] }>(() => ({
  sources: [],
}));

/** Offers commands until the returned function is called. */
export function provideCommands(source: () => CommandHandlers): () => void {
  useCommandSources.setState(({ sources }) => ({ sources: [source, ...sources] }));
  return () =>
    useCommandSources.setState(({ sources }) => ({ sources: sources.filter(other => other !== source) }));
}

/** Offers commands while the component is mounted; the handlers may be new on every render. */
export function useProvideCommands(handlers: CommandHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => provideCommands(() => latest.current), []);
}

/** The handler that would answer now. */
export function findHandler(id: StudioCommandId): CommandHandler | undefined {
  for (const source of useCommandSources.getState().sources) {
    const handler = source()[id];
    if (handler && (handler.when?.() ?? true)) return handler;
  }
  return undefined;
}

/** Runs a command if it has a meaning now; says whether it had. A failure is shown. */
export function runCommand(id: StudioCommandId): boolean {
  const handler = findHandler(id);
  if (!handler) return false;
  Promise.resolve()
    .then(() => handler.run())
    .catch(showError);
  return true;
}

/** Commands that have a meaning now, in the order of the table. */
export function availableCommands(): StudioCommandId[] {
  return studioCommandIds.filter(id => findHandler(id) !== undefined);
}

/** Commands that mean nothing now and do something in another view. */
export function commandsElsewhere(): StudioCommandId[] {
  return studioCommandIds.filter(id => studioCommand(id).place && findHandler(id) === undefined);
}

/** A view may still have to be loaded. */
const longestWayMs = 5000;

/** Runs a command; where it means nothing now, its view is gone to first and does it as soon as it is there. */
export function runCommandThere(id: StudioCommandId): void {
  if (runCommand(id)) return;
  const { place, title } = studioCommand(id);
  if (!place) return;
  setWorkspace(place);
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
    if (!asked.isDone)
      showToast({ message: t('“{title}” has nothing to act on there.', { title: t(title) }) });
    end();
  }, longestWayMs);
  const end = () => {
    asked.isDone = true;
    clearTimeout(timer);
    unsubscribe();
  };
}
