import { create } from 'zustand';
import type { SessionHealth } from '../../../shared/model/health.ts';
import { call, errorBody } from '../../api/call.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { onOtherProject } from '../../stores/other-project.ts';

/** What the monitor knows of all sessions, the one that was heard of last first. */
export interface HealthState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly sessions: readonly SessionHealth[];
  /** Counts the readings, for what is asked beside them. */
  readonly reading: number;
  readonly error?: string | undefined;
}

export type HealthTab = 'now' | 'saved' | 'report';

export interface HealthChoice {
  readonly tab: HealthTab;
  /** Undefined follows the session that was heard of last. */
  readonly sessionId?: string | undefined;
}

export const useHealth = create<HealthState>()(() => ({ status: 'loading', sessions: [], reading: 0 }));
export const selectReading = (state: HealthState) => state.reading;
export const useHealthChoice = create<HealthChoice>()(() => ({ tab: 'now' }));

onOtherProject(() => useHealthChoice.setState({ sessionId: undefined }));

export function choose(change: Partial<HealthChoice>): void {
  useHealthChoice.setState(change);
}

const selectSessions = (state: HealthState) => state.sessions;
const selectId = (choice: HealthChoice) => choice.sessionId;

/** The session that is looked at. */
export function useSession(): SessionHealth | undefined {
  const sessions = useHealth(selectSessions);
  const id = useHealthChoice(selectId);
  return sessions.find(({ session_id }) => session_id === id) ?? sessions[0];
}

async function readHealth(): Promise<void> {
  try {
    const { sessions } = await call('health.state', {});
    keepRead(useHealth, {
      status: 'ready',
      sessions,
      reading: useHealth.getState().reading + 1,
      error: undefined,
    });
  } catch (error) {
    useHealth.setState({ status: 'failed', error: errorBody(error).message });
  }
}

export const healthReading = liveReading(readHealth, ['health', 'config']);

const feedLine = '{"session_id": "s1", "tool": "read"}';
/** Lets a session tell something, to see the view at work. */
export const feedCommand = `echo '${feedLine}' | weft health`;
