import { provideCommands } from './commands.ts';

/** Lets palette, menu and keys ask the JSON editor that is open, which says what it can do; gives how to stop. */
export const provideJsonCommands = (acts: {
  readonly format: () => void;
  readonly complete: () => void;
}): (() => void) =>
  provideCommands(() => ({ 'json.format': { run: acts.format }, 'json.complete': { run: acts.complete } }));
