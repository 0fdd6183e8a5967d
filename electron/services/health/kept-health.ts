import type {
  HealthPoint,
  HealthSave,
  SessionDecision,
  SessionNotes,
  ToolCallCounts,
} from '../../../shared/model/health.ts';
import { listSessionHealth, putSessionHealth } from '../../storage/health/session-health-table.ts';
import { createSerialQueue, type SerialQueue } from '../../storage/serial-queue.ts';
import type { App } from '../app.ts';
import type { OpenProject } from '../open-project.ts';

/** What is kept of a session between two calls. */
export interface KeptHealth {
  readonly session_id: string;
  readonly tool_calls: ToolCallCounts;
  readonly message_tokens: number;
  /** A real count, and what had been counted by then; what came since is added to it. */
  readonly measured?: { readonly tokens: number; readonly calls: ToolCallCounts; readonly messages: number };
  readonly window?: number;
  readonly model?: string;
  /** Calls since the last time to look (K1). */
  readonly calls_since_check: number;
  readonly notes: SessionNotes;
  /** What is in `.rune/`. */
  readonly saved: {
    readonly decisions: readonly SessionDecision[];
    readonly conventions: readonly string[];
    /** The progress as it was written last. */
    readonly progress: string;
  };
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
  saved: { decisions: [], conventions: [], progress: '' },
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

// It goes with the project when it is closed.
const unwritten = new WeakMap<OpenProject, Unwritten>();

function unwrittenOf(project: OpenProject): Unwritten {
  const known = unwritten.get(project) ?? { queue: createSerialQueue(), sessions: new Map() };
  unwritten.set(project, known);
  return known;
}

/** What is known of a session, or of all. A database that fails is no reason to know nothing. */
export async function readHealth(
  { options: { logger } }: App,
  project: OpenProject,
  sessionId?: string,
): Promise<KeptHealth[]> {
  const own = unwrittenOf(project).sessions;
  const stored = await project.content
    .read(database => listSessionHealth(database, sessionId) as KeptHealth[], []) // only `changeHealth` writes them
    .catch(error => {
      logger.warn('the health of sessions cannot be read', { error: String(error) });
      return [];
    });
  const all = new Map(stored.map(kept => [kept.session_id, kept]));
  for (const [id, kept] of own) if (sessionId === undefined || id === sessionId) all.set(id, kept);
  return [...all.values()];
}

/** Changes what is known of a session, one change after the other. */
export async function changeHealth(
  app: App,
  project: OpenProject,
  sessionId: string,
  change: (kept: KeptHealth) => Promise<KeptHealth>,
): Promise<KeptHealth> {
  const { queue, sessions } = unwrittenOf(project);
  return queue(async () => {
    const [known = newHealth(sessionId)] = await readHealth(app, project, sessionId);
    const kept = await change(known);
    try {
      await project.content.write(database => putSessionHealth(database, sessionId, kept));
      sessions.delete(sessionId);
    } catch (error) {
      // Nobody would look for it here once the folder is gone; a database that fails is another matter.
      project.folder.refuseMoved();
      sessions.set(sessionId, kept);
      app.options.logger.warn('the health of a session is kept in memory only', { error: String(error) });
    }
    app.events.publish({ event: 'project:changed', what: 'health' });
    return kept;
  });
}
