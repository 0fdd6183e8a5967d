import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { type StudioCommandId, studioCommandIds } from '../../shared/model/studio-command.ts';
import { showError } from './toasts.ts';

/** What a command does now, given by the part of the studio that knows. */
interface CommandHandler {
  readonly run: () => void | Promise<void>;
  /** Absent means always. */
  readonly when?: () => boolean;
}

export type CommandHandlers = { readonly [Id in StudioCommandId]?: CommandHandler };

interface CommandSource {
  readonly handlers: () => CommandHandlers;
  /** Whether the user is in the part that offers them; absent where it is no part of the page. */
  readonly isNear?: (() => boolean) | undefined;
}

/** Those who offer commands, the latest first. Where the user is answers before all others, however late they came. */
export const useCommandSources = create<{ readonly sources: readonly CommandSource[] }>(() => ({
  sources: [],
}));

/** Offers commands until the returned function is called. */
export function provideCommands(handlers: () => CommandHandlers, isNear?: () => boolean): () => void {
  const source = { handlers, isNear };
  useCommandSources.setState(({ sources }) => ({ sources: [source, ...sources] }));
  return () =>
    useCommandSources.setState(({ sources }) => ({ sources: sources.filter(other => other !== source) }));
}

/** Offers commands while the component is mounted; the handlers may be new on every render. */
export function useProvideCommands(handlers: CommandHandlers, isNear?: () => boolean): void {
  const latest = useRef({ handlers, isNear });
  useEffect(() => {
    latest.current = { handlers, isNear };
  });
  useEffect(
    () =>
      provideCommands(
        () => latest.current.handlers,
        () => latest.current.isNear?.() ?? false,
      ),
    [],
  );
}

/** The handler that would answer now. */
export function findHandler(id: StudioCommandId): CommandHandler | undefined {
  const { sources } = useCommandSources.getState();
  const [near, far] = [sources.filter(isNear), sources.filter(source => !isNear(source))];
  for (const { handlers } of [...near, ...far]) {
    const handler = handlers()[id];
    if (handler && (handler.when?.() ?? true)) return handler;
  }
  return undefined;
}

const isNear = (source: CommandSource): boolean => source.isNear?.() ?? false;

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
