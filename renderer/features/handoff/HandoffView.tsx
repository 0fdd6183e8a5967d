import { Bot, CircleAlert, Lightbulb, Package } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { ContextTab } from './context/ContextTab.tsx';
import {
  choose,
  type HandoffChoice,
  type HandoffState,
  type HandoffTab,
  handoffReading,
  useHandoff,
  useHandoffChoice,
} from './handoff-store.ts';
import { PackagesTab } from './packages/PackagesTab.tsx';
import { PatternsTab } from './patterns/PatternsTab.tsx';

const selectAll = (state: HandoffState) => state;
const selectTab = (choice: HandoffChoice) => choice.tab;

/** Centre of the handoff view: what an agent gets, and of what it is made. */
export function HandoffView() {
  handoffReading.useLive();
  const { status, error, packages, patterns } = useHandoff(selectAll);
  const tab = useHandoffChoice(selectTab);
  if (status === 'failed')
    return (
      <EmptyState icon={CircleAlert} title={t('Packages cannot be read')}>
        {error}
      </EmptyState>
    );
  if (status === 'loading') return null;
  const open = packages.filter(({ superseded }) => !superseded).length;
  const tabs: TabItem<HandoffTab>[] = [
    { id: 'context', label: t('What an agent gets'), icon: Bot, content: <ContextTab /> },
    {
      id: 'packages',
      label: t('Packages'),
      icon: Package,
      badge: open > 0 ? <Badge>{open}</Badge> : null,
      content: <PackagesTab />,
    },
    {
      id: 'patterns',
      label: t('Error patterns'),
      icon: Lightbulb,
      badge: patterns.length > 0 ? <Badge>{patterns.length}</Badge> : null,
      content: <PatternsTab />,
    },
  ];
  return (
    <Tabs
      label={t('Parts of the handoff')}
      onSelect={next => choose({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}
