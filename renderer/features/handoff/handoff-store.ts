import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Config } from '../../../shared/model/config.ts';
import { call, errorBody } from '../../api/call.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { onOtherProject } from '../../stores/other-project.ts';

export type ListedSession = Output<'sessions.list'>['sessions'][number];
export type ListedPackage = Output<'packages.list'>['packages'][number];
export type ListedPattern = Output<'errorPatterns.list'>['patterns'][number];

/** What agents have left: all sessions, and of the chosen one packages and error patterns. */
export interface HandoffState {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly sessions: readonly ListedSession[];
  /** The chosen session, or the newest. */
  readonly session?: ListedSession | undefined;
  readonly packages: readonly ListedPackage[];
  readonly patterns: readonly ListedPattern[];
  readonly config?: Config;
  /** Counts the readings, for what is asked beside them. */
  readonly reading: number;
  readonly error?: string | undefined;
}

export type HandoffTab = 'context' | 'packages' | 'patterns';

/** What the user chose; stays while going to another view and back. */
export interface HandoffChoice {
  readonly tab: HandoffTab;
  readonly sessionId?: string | undefined;
  /** Undefined is the whole session. */
  readonly groupId?: string | undefined;
  readonly agent: string;
  readonly model: string;
  readonly tokens: number;
  readonly iteration: number;
  readonly query: string;
  /** The failure that the agent saw, as it was pasted; empty for none. */
  readonly failure: string;
  readonly packageId?: number | undefined;
  /** The dialog that is open, whoever asked for it. */
  readonly asks?: 'package' | 'pattern' | undefined;
  /** As `patternKey` has it. */
  readonly patternKey?: string | undefined;
}

export const useHandoff = create<HandoffState>()(() => ({
  status: 'loading',
  sessions: [],
  packages: [],
  patterns: [],
  reading: 0,
}));

export const useHandoffChoice = create<HandoffChoice>()(() => ({
  tab: 'context',
  agent: 'developer',
  model: 'sonnet',
  tokens: 0,
  iteration: 0,
  query: '',
  failure: '',
}));

/** Who looks at a group or a package stays at its session, whatever other agents do. */
export function choose(change: Partial<HandoffChoice>): void {
  const sessionId = useHandoff.getState().session?.session_id;
  const stays = change.groupId !== undefined || change.packageId !== undefined;
  useHandoffChoice.setState({ ...(stays && sessionId !== undefined && { sessionId }), ...change });
}

// Another project has other sessions.
onOtherProject(() =>
  useHandoffChoice.setState({
    sessionId: undefined,
    groupId: undefined,
    packageId: undefined,
    patternKey: undefined,
    asks: undefined,
  }),
);

/** Another session has other groups and packages. */
export function chooseSession(sessionId: string): void {
  choose({ sessionId, groupId: undefined, packageId: undefined, patternKey: undefined });
  handoffReading.again();
}

/** The project whose error patterns count for the session. */
export function patternProject({ session }: HandoffState): { readonly project_id?: string } {
  const id = session?.metadata.project_id;
  return id === undefined ? {} : { project_id: id };
}

async function readHandoff(): Promise<void> {
  try {
    const { sessions } = await call('sessions.list', {});
    const { sessionId } = useHandoffChoice.getState();
    const session = sessions.find(({ session_id }) => session_id === sessionId) ?? sessions[0];
    const project = session?.metadata.project_id;
    const [{ packages }, { patterns }, { config }] = await Promise.all([
      session ? call('packages.list', { session_id: session.session_id }) : { packages: [] },
      call('errorPatterns.list', project === undefined ? {} : { project_id: project }),
      call('config.get', {}),
    ]);
    keepRead(useHandoff, {
      status: 'ready',
      sessions,
      session,
      packages,
      patterns,
      config,
      reading: useHandoff.getState().reading + 1,
      error: undefined,
    });
  } catch (error) {
    useHandoff.setState({ status: 'failed', error: errorBody(error).message });
  }
}

export const handoffReading = liveReading(readHandoff, ['handoff', 'config']);
