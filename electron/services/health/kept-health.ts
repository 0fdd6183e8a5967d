import { AppError } from '../../../shared/contract/errors.ts';
import type { HealthPoint, HealthSave, SessionNotes, ToolCallCounts } from '../../../shared/model/health.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import { listSessionHealth, putSessionHealth } from '../../storage/health/session-health-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

/** What is kept of a session between two calls. */
export interface KeptHealth {
  readonly session_id: string;
  readonly tool_calls: ToolCallCounts;
  readonly message_tokens: number;
  /** A real count, and what had been counted by then; what came since is added to it. */
  readonly measured?: { readonly tokens: number; readonly calls: ToolCallCounts; readonly messages: number };
  readonly window?: number;
  readonly model?: string;
  /** Calls since the last time to look. */
  readonly calls_since_check: number;
  readonly notes: SessionNotes;
  readonly last_save?: HealthSave;
  readonly blocked: boolean;
  readonly compactions: number;
  /** How it came to this; absent in what an older version kept. */
  readonly trail?: readonly HealthPoint[];
  readonly updated_at: string;
}

/** A session that nothing is known of. */
export const newHealth = (session_id: string): KeptHealth => ({
  session_id,
  tool_calls: { low: 0, medium: 0, high: 0 },
  message_tokens: 0,
  calls_since_check: 0,
  notes: {},
  blocked: false,
  compactions: 0,
  updated_at: '',
});

/** Whether tools have to wait: the context is full, or what must survive a compaction was not saved. */
export const isBlocked = ({ blocked, last_save }: KeptHealth): boolean => blocked || last_save?.ok === false;

/** What could not be written to the database: it counts all the same, as long as this program runs. */
interface Unwritten {
  readonly queue: SerialQueue;
  readonly sessions: Map<string, KeptHealth>;
}

const unwritten: PartKind<Unwritten> = { make: () => ({ queue: createSerialQueue(), sessions: new Map() }) };

/** What is known of a session, or of all. A database that fails is no reason to know nothing. */
export async function readHealth(
  { logger }: Needs<'logger'>,
  project: OpenProject,
  sessionId?: string,
): Promise<KeptHealth[]> {
  const own = project.parts.of(unwritten).sessions;
  const stored = await project.content
    .read(database => listSessionHealth<KeptHealth>(database, sessionId), []) // only `changeHealth` writes them
    .catch(error => {
      logger.warn('the health of sessions cannot be read', { error: String(error) });
      return [];
    });
  const all = new Map(stored.map(kept => [kept.session_id, kept]));
  for (const [id, kept] of own) if (sessionId === undefined || id === sessionId) all.set(id, kept);
  return [...all.values()];
}

/** Where another process writes, what is judged would be lost; where the database fails, it is kept in memory. */
const isFailing = (error: unknown): boolean => !(error instanceof AppError && error.code === 'busy');

/** Changes what is known of a session, one change after the other, of whichever process. */
export async function changeHealth(
  needs: Needs<'logger' | 'publish'>,
  project: OpenProject,
  sessionId: string,
  change: (kept: KeptHealth) => Promise<KeptHealth>,
): Promise<KeptHealth> {
  const { queue, sessions } = project.parts.of(unwritten);
  const changeClaimed = async () => {
    const [known = newHealth(sessionId)] = await readHealth(needs, project, sessionId);
    const kept = await change(known);
    const state = { isWritten: false };
    try {
      // Without a result, which would be kept under the key of the call for each of them.
      await project.content.write(
        database => {
          putSessionHealth(database, sessionId, kept);
          state.isWritten = true;
        },
        undefined,
        'in the log',
      );
      sessions.delete(sessionId);
      // It came before, and is in what was read.
      if (!state.isWritten) return known;
    } catch (error) {
      // Nobody would look for it here once the folder is gone; a database that fails is another matter.
      project.folder.refuseMoved();
      sessions.set(sessionId, kept);
      needs.logger.warn('the health of a session is kept in memory only', { error: String(error) });
    }
    needs.publish({ event: 'project:changed', what: 'health' });
    return kept;
  };
  return queue(() => project.content.whileClaimed(changeClaimed, isFailing));
}
