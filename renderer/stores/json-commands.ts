import { provideCommands } from './commands.ts';
import type { DocumentKind } from './history.ts';
import { useProject } from './project.ts';
import { formKeyOf } from './renamed.ts';

/** Lets palette, menu and keys ask the JSON editor that is open, which says what it can do; gives how to stop. */
export const provideJsonCommands = (acts: {
  readonly format: () => void;
  readonly complete: () => void;
}): (() => void) =>
  provideCommands(() => ({ 'json.format': { run: acts.format }, 'json.complete': { run: acts.complete } }));

/** What tells the JSON of a document from all others, those of other projects too, also once it has another id. */
export const jsonPlace = (kind: DocumentKind, id: string): string =>
  `${useProject.getState().info?.path ?? ''} ${formKeyOf(kind, id)}`;
