import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Flight, FlightTurn } from '../../../shared/model/flight.ts';
import { call, errorBody } from '../../api/call.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { onOtherProject } from '../../stores/other-project.ts';

type Servers = Output<'flights.turns'>['mcp_servers'];

/** The sessions of coding agents, and the turns of the one that is looked at. */
export interface SessionsState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** The one that was heard of last first. */
  readonly flights: readonly Flight[];
  /** Of the session that was read last, which is the one that is looked at as soon as it came. */
  readonly read?:
    | { readonly flight: Flight; readonly turns: readonly FlightTurn[]; readonly servers: Servers }
    | undefined;
  /** Counts the readings, for what is asked beside them. */
  readonly reading: number;
  readonly error?: string | undefined;
}

export type SessionsTab = 'turns' | 'files';

export interface SessionsChoice {
  readonly tab: SessionsTab;
  /** Undefined follows the session that was heard of last. */
  readonly sessionId?: string | undefined;
  /** Undefined follows the newest turn. */
  readonly turn?: number | undefined;
  /** The turn that the chosen one is compared with. */
  readonly beside?: number | undefined;
}

export const useSessions = create<SessionsState>()(() => ({ status: 'loading', flights: [], reading: 0 }));
export const selectReading = (state: SessionsState) => state.reading;
export const useSessionsChoice = create<SessionsChoice>()(() => ({ tab: 'turns' }));

onOtherProject(() =>
  useSessionsChoice.setState({ sessionId: undefined, turn: undefined, beside: undefined }),
);

export function chooseSession(sessionId: string): void {
  useSessionsChoice.setState({ sessionId, turn: undefined, beside: undefined });
  sessionsReading.again();
}

/** Who looks at a turn stays at its session, whatever other agents do. */
export function chooseTurn(change: Partial<Omit<SessionsChoice, 'sessionId'>>): void {
  const sessionId = useSessions.getState().read?.flight.session_id;
  useSessionsChoice.setState({ ...change, ...(change.turn !== undefined && { sessionId }) });
}

const selectRead = (state: SessionsState) => state.read;
const selectTurn = (choice: SessionsChoice) => choice.turn;
const selectBeside = (choice: SessionsChoice) => choice.beside;

export interface ShownTurn {
  readonly flight: Flight;
  readonly turn: FlightTurn;
  /** What it is compared with. */
  readonly beside?: FlightTurn | undefined;
}

/** The turn that is looked at. */
export function useTurn(): ShownTurn | undefined {
  const read = useSessions(selectRead);
  const number = useSessionsChoice(selectTurn);
  const other = useSessionsChoice(selectBeside);
  const turn = read?.turns.find(one => one.turn === number) ?? read?.turns.at(-1);
  if (read === undefined || turn === undefined) return undefined;
  const beside = other === turn.turn ? undefined : read.turns.find(one => one.turn === other);
  return { flight: read.flight, turn, beside };
}

async function readSessions(): Promise<void> {
  try {
    const { flights } = await call('flights.list', { limit: 200 });
    const { sessionId } = useSessionsChoice.getState();
    const chosen = flights.find(({ session_id }) => session_id === sessionId) ?? flights[0];
    const read = chosen === undefined ? undefined : await readTurns(chosen.session_id);
    keepRead(useSessions, {
      status: 'ready',
      flights,
      read,
      reading: useSessions.getState().reading + 1,
      error: undefined,
    });
  } catch (error) {
    useSessions.setState({ status: 'failed', error: errorBody(error).message });
  }
}

/** Of a session that is read again only what may have changed: its last turn and what follows. */
async function readTurns(session_id: string): Promise<NonNullable<SessionsState['read']>> {
  const { read } = useSessions.getState();
  const known = read?.flight.session_id === session_id ? read : undefined;
  const from = known?.turns.at(-1)?.turn ?? 0;
  const { flight, turns, mcp_servers } = await call('flights.turns', { session_id, from });
  const earlier = known?.turns.filter(({ turn }) => turn < from) ?? [];
  return { flight, turns: [...earlier, ...turns], servers: mcp_servers ?? known?.servers };
}

export const sessionsReading = liveReading(readSessions, ['flights']);
