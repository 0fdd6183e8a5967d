import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { type StudioCommandId, studioCommandIds } from '../../shared/model/studio-command.ts';
import { showError } from './toasts.ts';

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
