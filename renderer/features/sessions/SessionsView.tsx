import { CircleAlert, FileText, ListTree, PlaneTakeoff } from 'lucide-react';
import { showError } from '../../stores/toasts.ts';
import { rich, t } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
      <EmptyState icon={CircleAlert} title={t('The sessions of coding agents cannot be read')}>
        {error}
      </EmptyState>
    );
  if (status === 'loading') return null;
  const tabs: TabItem<SessionsTab>[] = [
    {
      id: 'turns',
      label: t('Turns'),
      icon: ListTree,
      content: read ? <TurnsTab read={read} /> : <NoSession />,
    },
    { id: 'files', label: t('Instruction files'), icon: FileText, content: <FilesTab /> },
  ];
  const { flight } = read ?? {};
  const model = flight?.model ?? flight?.agent ?? '';
  const window = flight?.window === undefined ? '' : t(' · {window} tokens', { window: flight.window });
  return (
    <Tabs
      end={`${model}${window}`}
      label={t('Parts of sessions')}
      onSelect={next => chooseTurn({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function NoSession() {
  return (
    <EmptyState
      actions={<CopyButton label={t('Copy weft init')} onError={showError} text="weft init" />}
      icon={PlaneTakeoff}
      title={t('No coding agent has told anything yet')}
    >
      {rich(
        'Run {weft} in the repository: it sets up the coding agents it finds, and their next session is shown here turn by turn as it goes. What they would load is in Instruction files already.',
        { weft: <code>weft init</code> },
      )}
    </EmptyState>
  );
}
