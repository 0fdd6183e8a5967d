import { createBackup } from './backup-files.ts';

/** After a backup, so much time goes by before the next one. */
const backupEveryMs = 600_000;
/** The same as a multiple of what the last one took. */
const leastRest = 200;

/** Makes backups beside the writes. */
export interface BackupSchedule {
  /** Makes one if it is time. `database` is where the database is. */
  noteWrite(database: string): void;
  /** Waits for the one that is being made. */
  settled(): Promise<unknown>;
}

export interface ScheduledBackups {
  /** The project's real path. */
  readonly root: string;
  readonly nowIso: () => string;
  /** What is copied by then goes, and failures are nobody's concern any more. */
  readonly isClosed: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

/**
 * With the first write, and again once there was a write and some time went by. By the clock that only goes forward, so
 * that one that jumps makes no more of them (F15).
 */
export function createBackupSchedule({
  root,
  nowIso,
  isClosed,
  onFailure,
}: ScheduledBackups): BackupSchedule {
  const state = { making: undefined as Promise<unknown> | undefined, nextAt: 0 };
  const make = async (database: string): Promise<void> => {
    const reason = state.nextAt === 0 ? 'start' : 'regular';
    const begunAt = performance.now();
    try {
      await createBackup({ root, database, reason, nowIso: nowIso(), isCancelled: isClosed });
    } catch (error) {
      if (!isClosed()) onFailure(error);
    } finally {
      state.making = undefined;
      state.nextAt = performance.now() + Math.max(backupEveryMs, (performance.now() - begunAt) * leastRest);
    }
  };
  return {
    noteWrite(database) {
      if (state.making === undefined && performance.now() >= state.nextAt) state.making = make(database);
    },
    settled: async () => state.making,
  };
}
