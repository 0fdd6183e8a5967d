import { AppError } from '../../../shared/contract/errors.ts';
import type { ImportEvent } from '../../../shared/contract/events.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';

/** Tells how far an import is, stops it, and lets others run in between. */
export interface ImportProgress {
  isCancelled(): boolean;
  /** Tells where the import is. */
  tell(stage: ImportEvent['stage'], done: number, total: number): void;
  /** The same; `deadline` when the import was cancelled. */
  note(stage: ImportEvent['stage'], done: number, total: number): void;
  /** The same, after which everything else that waits had its turn. */
  pause(stage: ImportEvent['stage'], done: number, total: number): Promise<void>;
}

const toldEveryMs = 100;

export function createImportProgress(
  { publish, cancel }: Needs<'cancel' | 'publish'>,
  import_id: string | undefined,
  running: RunningImport,
): ImportProgress {
  const state = { stage: '', toldAt: 0 };
  const pause = createPause();
  const isCancelled = (): boolean => cancel.cancelled || running.isCancelled();
  const tell: ImportProgress['tell'] = (stage, done, total) => {
    const now = performance.now();
    const isTold = stage === state.stage && done < total && now - state.toldAt < toldEveryMs;
    if (import_id === undefined || isTold) return;
    Object.assign(state, { stage, toldAt: now });
    publish({ event: 'imports:progress', import_id, stage, done, total });
  };
  const note: ImportProgress['note'] = (...where) => {
    if (isCancelled()) throw new AppError('deadline', 'the import was cancelled; nothing was stored');
    tell(...where);
  };
  return {
    isCancelled,
    tell,
    note,
    async pause(stage, done, total) {
      note(stage, done, total);
      const others = pause();
      if (others === undefined) return;
      await others;
      note(stage, done, total);
    },
  };
}

/** Imports under way that somebody may want to stop, by the name the caller gave them. */
interface RunningImports {
  begin(id: string | undefined): RunningImport;
  /** False when no import of that name is running. */
  cancel(id: string): boolean;
}

interface RunningImport {
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
