import { CircleAlert, FileText, ListTree, PlaneTakeoff } from 'lucide-react';
import { showError } from '../../stores/toasts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { FilesTab } from './FilesTab.tsx';
import {
  chooseTurn,
  type SessionsChoice,
  type SessionsState,
  type SessionsTab,
  sessionsReading,
  useSessions,
  useSessionsChoice,
} from './sessions-store.ts';
import { TurnsTab } from './TurnsTab.tsx';

const selectAll = (state: SessionsState) => state;
const selectTab = (choice: SessionsChoice) => choice.tab;

/** Centre of the view: what coding agents had in their contexts, turn by turn, live; and what they would have. */
export function SessionsView() {
  sessionsReading.useLive();
  const { status, error, read } = useSessions(selectAll);
  const tab = useSessionsChoice(selectTab);
  if (status === 'failed')
    return (
      <EmptyState icon={CircleAlert} title="The sessions of coding agents cannot be read">
        {error}
      </EmptyState>
    );
  if (status === 'loading') return null;
  const tabs: TabItem<SessionsTab>[] = [
    { id: 'turns', label: 'Turns', icon: ListTree, content: read ? <TurnsTab read={read} /> : <NoSession /> },
    { id: 'files', label: 'Instruction files', icon: FileText, content: <FilesTab /> },
  ];
  const { flight } = read ?? {};
  const model = flight?.model ?? flight?.agent ?? '';
  const window = flight?.window === undefined ? '' : ` · ${formatCount(flight.window)} tokens`;
  return (
    <Tabs
      end={`${model}${window}`}
      label="Parts of sessions"
      onSelect={next => chooseTurn({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function NoSession() {
  return (
    <EmptyState
      actions={<CopyButton label="Copy weft init" onError={showError} text="weft init" />}
      icon={PlaneTakeoff}
      title="No coding agent has told anything yet"
    >
      Run <code>weft init</code> in the repository: it sets up the coding agents it finds, and their next
      session is shown here turn by turn as it goes. What they would load is in Instruction files already.
    </EmptyState>
  );
}
