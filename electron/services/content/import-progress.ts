import { AppError } from '../../../shared/contract/errors.ts';
import type { ImportEvent } from '../../../shared/contract/events.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import type { RunningImport } from './running-imports.ts';

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
