import { Braces, FileText, Library, Link2, Workflow } from 'lucide-react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { useBrokenFile, useProblems } from '../../stores/problems.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { showProblems, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { rich, t } from '../../texts/texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { BrokenDocument } from '../../ui/BrokenDocument.tsx';
import { formatCount, formatCounted, formatMs } from '../../ui/format-number.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { Catalog } from './catalog/Catalog.tsx';
import { ContentTab } from './content/ContentTab.tsx';
import { useContent } from './content/content-store.ts';
import styles from './MemoryEditor.module.css';
import {
  type CatalogTab,
  type MemoryTab,
  type MemoryView,
  setMemoryView,
  useMemoryView,
} from './memory-view.ts';
import { PipelineTab } from './pipeline/PipelineTab.tsx';
import { type MemoryRun, useMemoryRun } from './pipeline/use-memory-run.ts';
import { UsedByTab } from './UsedByTab.tsx';
import { useMemoryUses, useSelectedMemory } from './use-memories.ts';

/** The text editor is large, so it is loaded with the first JSON that is looked at. */
const MemoryJsonTab = lazyPart(async () => (await import('./MemoryJsonTab.tsx')).MemoryJsonTab);

const selectTab = (view: MemoryView) => view.tab;
const selectCatalogTab = (view: MemoryView) => view.catalogTab;
const selectMemoryId = (state: Workspace) => state.memoryId;

/** Centre of the memories view: one memory in tabs, or the catalog while none is selected; beside both what is stored. */
export function MemoryEditor() {
  const memory = useSelectedMemory();
  const broken = useBrokenFile('memories', useWorkspace(selectMemoryId));
  if (broken) return <BrokenDocument problem={broken} onShow={showProblems} />;
  return memory ? <MemoryTabs key={memory.id} memory={memory} /> : <CatalogTabs />;
}

function CatalogTabs() {
  const tab = useMemoryView(selectCatalogTab);
  const tabs: TabItem<CatalogTab>[] = [
    { id: 'catalog', label: t('Catalog'), icon: Library, content: <Catalog /> },
    useContentTab(),
  ];
  return (
    <Tabs
      label={t('Memories and what they read')}
      onSelect={next => setMemoryView({ catalogTab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function useContentTab(): TabItem<'content'> {
  const { documents } = useContent();
  return {
    id: 'content',
    label: t('Content'),
    icon: FileText,
    badge: documents.length > 0 ? <Badge>{formatCount(documents.length)}</Badge> : null,
    content: <ContentTab />,
  };
}

function MemoryTabs({ memory }: { readonly memory: PersistentMemory }) {
  const sample = useCurrentSample();
  const run = useMemoryRun(memory, sample?.request);
  const tab = useMemoryView(selectTab);
  const contentTab = useContentTab();
  const uses = useMemoryUses(memory.id);
  const problems = useProblems().filter(
    problem => problem.kind === 'memories' && problem.id === memory.id && problem.severity !== 'info',
  );
  const tabs: TabItem<MemoryTab>[] = [
    {
      id: 'pipeline',
      label: t('Pipeline'),
      icon: Workflow,
      badge: problems.length > 0 ? <Badge tone="error">{problems.length}</Badge> : null,
      content: <PipelineTab memory={memory} run={run} />,
    },
    contentTab,
    {
      id: 'json',
      label: t('JSON'),
      icon: Braces,
      content: <MemoryJsonTab memory={memory} />,
    },
    {
      id: 'used-by',
      label: t('Used by'),
      icon: Link2,
      badge: uses.length > 0 ? <Badge>{uses.length}</Badge> : null,
      content: <UsedByTab memoryId={memory.id} />,
    },
  ];
  return (
    <Tabs
      end={<RunSummary run={run} sampleName={sample?.name} />}
      label={t('Parts of the memory')}
      onSelect={next => setMemoryView({ tab: next })}
      selected={tab}
      tabs={tabs}
    />
  );
}

interface RunSummaryProps {
  readonly run: MemoryRun;
  readonly sampleName: string | undefined;
}

/** "5 items · 1,180 tokens · 1.9 ms in planning · developer". */
function RunSummary({ run, sampleName }: RunSummaryProps) {
  if (sampleName === undefined)
    return <span className={styles.summary}>{t('Pick a sample to see results.')}</span>;
  if (!run.output)
    return <span className={styles.summary}>{run.status === 'failed' ? t('cannot run') : ''}</span>;
  const { call, items } = run.output;
  const tokens = items.reduce((sum, item) => sum + item.tokens, 0);
  return (
    <span
      className={styles.summary}
      title={t('{items}, {tokens}, {duration_ms} in {sampleName}', {
        items: formatCounted(items.length, 'item'),
        tokens: formatCounted(tokens, 'token'),
        duration_ms: formatMs(call.duration_ms),
        sampleName,
      })}
    >
      {rich('{count} {items|item|items} · {tokens} tokens · {duration_ms} in {sampleName}', {
        count: <strong className={styles.strong}>{formatCount(items.length)}</strong>,
        items: items.length,
        tokens: <strong className={styles.strong}>{formatCount(tokens)}</strong>,
        duration_ms: formatMs(call.duration_ms),
        sampleName: <strong className={styles.strong}>{sampleName}</strong>,
      })}
    </span>
  );
}
