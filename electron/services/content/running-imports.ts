import type { PartKind } from '../../storage/kept-parts.ts';

/** Imports under way that somebody may want to stop, by the name the caller gave them. */
export interface RunningImports {
  begin(id: string | undefined): RunningImport;
  /** False when no import of that name is running. */
  cancel(id: string): boolean;
}

export interface RunningImport {
  isCancelled(): boolean;
  end(): void;
}

/** Those of one project. */
export const runningImports: PartKind<RunningImports> = { make: createRunningImports };

function createRunningImports(): RunningImports {
  const running = new Map<string, Set<{ isCancelled: boolean }>>();
  return {
    begin(id = '') {
      const state = { isCancelled: false };
      const named = running.get(id) ?? new Set();
      running.set(id, named.add(state));
      return {
        isCancelled: () => state.isCancelled,
        end() {
          named.delete(state);
          if (named.size === 0 && running.get(id) === named) running.delete(id);
        },
      };
    },
    cancel(id) {
      const named = running.get(id);
      for (const state of named ?? []) state.isCancelled = true;
      return named !== undefined;
    },
  };
}
