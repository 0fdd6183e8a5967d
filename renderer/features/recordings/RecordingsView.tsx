import { CircleAlert, Disc, Gauge, GitCompareArrows, Lightbulb, ListTree } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { ReplayTab } from './ReplayTab.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import {
  choose,
  type RecordingsChoice,
  type RecordingsState,
  type RecordingsTab,
  recordingsReading,
  setRecording,
  useRecordings,
  useRecordingsChoice,
} from './recordings-store.ts';
import { SuggestionsTab } from './SuggestionsTab.tsx';
import { UsageTab } from './UsageTab.tsx';

const selectAll = (state: RecordingsState) => state;
const selectTab = (choice: RecordingsChoice) => choice.tab;

/** Centre of the view: what real requests say of rules, and what an edit would have changed for them. */
export function RecordingsView() {
  recordingsReading.useLive();
  const { status, error, list } = useRecordings(selectAll);
  const tab = useRecordingsChoice(selectTab);
  if (status === 'failed')
    return (
      <EmptyState icon={CircleAlert} title={t('What was recorded cannot be read')}>
        {error}
      </EmptyState>
    );
  if (list === undefined) return null;
  const { enabled } = list.settings;
  if (list.requests === 0) return <NothingRecorded enabled={enabled} />;
  const tabs: TabItem<RecordingsTab>[] = [
    { id: 'usage', label: t('Usage'), icon: Gauge, content: <UsageTab /> },
    { id: 'requests', label: t('Requests'), icon: ListTree, content: <RequestsTab /> },
    { id: 'replay', label: t('Replay'), icon: GitCompareArrows, content: <ReplayTab /> },
    { id: 'suggestions', label: t('Suggestions'), icon: Lightbulb, content: <SuggestionsTab /> },
  ];
  return (
    <Tabs
      end={
        <>
          <span>{formatCounted(list.requests, 'request')}</span>
          <RecordButton enabled={enabled} />
        </>
      }
      label={t('Parts of recordings')}
      onSelect={next => choose({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function RecordButton({
  enabled,
  isFirst = false,
}: {
  readonly enabled: boolean;
  readonly isFirst?: boolean;
}) {
  return (
    <Button
      icon={Disc}
      onPress={() => setRecording(!enabled)}
      variant={isFirst && !enabled ? 'primary' : 'quiet'}
    >
      {enabled ? t('Stop recording') : t('Record requests')}
    </Button>
  );
}

function NothingRecorded({ enabled }: { readonly enabled: boolean }) {
  return (
    <EmptyState
      actions={<RecordButton enabled={enabled} isFirst />}
      icon={Disc}
      title={enabled ? t('No request was served yet') : t('Requests are not recorded')}
    >
      {t(
        'What agents and programs ask for over REST, MCP, hooks or the command line can be kept here, without secrets and within bounds. Then an edit shows what it would have changed, and rules show how they do.',
      )}
    </EmptyState>
  );
}
