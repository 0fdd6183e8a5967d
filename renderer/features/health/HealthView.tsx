import { Activity, CircleAlert, FileText, Save } from 'lucide-react';
import { showError } from '../../stores/toasts.ts';
import { rich, t } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import {
  choose,
  feedCommand,
  type HealthChoice,
  type HealthState,
  type HealthTab,
  healthReading,
  useHealth,
  useHealthChoice,
  useSession,
} from './health-store.ts';
import { NowTab } from './now/NowTab.tsx';
import { ReportTab } from './ReportTab.tsx';
import { SavedTab } from './saved/SavedTab.tsx';

const selectAll = (state: HealthState) => state;
const selectTab = (choice: HealthChoice) => choice.tab;

/** Centre of the health view: how full the context of a running agent is, live. */
export function HealthView() {
  healthReading.useLive();
  const { status, error } = useHealth(selectAll);
  const tab = useHealthChoice(selectTab);
  const session = useSession();
  if (status === 'failed')
    return (
      <EmptyState icon={CircleAlert} title={t('The health of sessions cannot be read')}>
        {error}
      </EmptyState>
    );
  if (status === 'loading') return null;
  if (!session) return <NoSession />;
  const { compactions } = session;
  const tabs: TabItem<HealthTab>[] = [
    { id: 'now', label: t('Now'), icon: Activity, content: <NowTab session={session} /> },
    { id: 'saved', label: t('Saved state'), icon: Save, content: <SavedTab session={session} /> },
    { id: 'report', label: t('Report'), icon: FileText, content: <ReportTab session={session} /> },
  ];
  return (
    <Tabs
      end={compactions > 0 ? formatCounted(compactions, 'compaction') : undefined}
      label={t('Parts of health')}
      onSelect={next => choose({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function NoSession() {
  return (
    <EmptyState
      actions={<CopyButton label={t('Copy a command to try')} onError={showError} text={feedCommand} />}
      icon={Activity}
      title={t('No session has told anything yet')}
    >
      {rich(
        'An agent tells each tool call and message: over MCP with {contexthealth}, over REST with {healthrecord}, or as JSON lines to {weft}. It is shown here as it comes.',
        {
          contexthealth: <code>context_health</code>,
          healthrecord: <code>health.record</code>,
          weft: <code>weft health</code>,
        },
      )}
    </EmptyState>
  );
}
