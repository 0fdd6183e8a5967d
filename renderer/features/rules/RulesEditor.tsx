import { Braces, Grid3x3, ListTree, Table2, Workflow } from 'lucide-react';
import { useEffect } from 'react';
import { runCommand } from '../../stores/commands.ts';
import { useDocuments } from '../../stores/documents.ts';
import { setPanelOpen } from '../../stores/panels.ts';
import { type PreviewState, selectIsFailed, usePreview } from '../../stores/preview.ts';
import { useBrokenFile } from '../../stores/problems.ts';
import { useAssemblySummary } from '../../stores/summary.ts';
import {
  selectSampleId,
  setWorkspace,
  showProblems,
  useWorkspace,
  type Workspace,
} from '../../stores/workspace.ts';

import { rich, t } from '../../texts/texts.ts';

import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { Canvas } from './canvas/Canvas.tsx';
import styles from './RulesEditor.module.css';
import { followRenamed, useCurrentEngineId } from './selection.ts';
import { useRuleCommands } from './use-rule-commands.ts';

const selectError = (state: PreviewState) => state.error?.message;

/** The answer first: how many rules fired, what they brought, what it costs and what was cut. */
function RulesSummary({ engineId }: { readonly engineId: string }) {
  const summary = useAssemblySummary(engineId);
  const isFailed = usePreview(selectIsFailed);
  const error = usePreview(selectError);
  const sampleId = useWorkspace(selectSampleId);
  if (sampleId === undefined)
    return <span className={styles.summary}>{t('Pick a sample to see what fires')}</span>;
  if (isFailed)
    return (
      <span className={styles.error} title={error}>
        {t('The sample cannot be assembled')}
      </span>
    );
  if (!summary) return null;
  const { fired, rules, memories, tokens, limit, cut } = summary;
  return (
    <button className={styles.summary} onClick={showTrace} title={t('Show the trace')} type="button">
      <span>
        {rich('{fired} rules fired', { fired: <b>{t('{fired} of {rules}', { fired, rules })}</b> })}
      </span>
      <span className={styles.memories}>
        <b>{formatCount(memories)}</b> {t('{count|memory|memories}', { count: memories })}
      </span>
      <span>
        <b>{formatCount(tokens)}</b> {limit === undefined ? t('tokens') : t('of {limit} tokens', { limit })}
      </span>
      <span className={cut > 0 ? styles.cut : undefined}>
        <b>{formatCount(cut)}</b> {t('{cut|item|items} cut', { cut })}
      </span>
    </button>
  );
}

function showTrace(): void {
  setPanelOpen('drawer', true);
  setWorkspace({ drawerTab: 'trace' });
}

const EngineJson = lazyPart(async () => (await import('./json/EngineJson.tsx')).EngineJson);

const RuleTable = lazyPart(async () => (await import('./table/RuleTable.tsx')).RuleTable);

const Outline = lazyPart(async () => (await import('./outline/Outline.tsx')).Outline);

const Matrix = lazyPart(async () => (await import('./matrix/Matrix.tsx')).Matrix);

/** Loaded with the first that is broken. */
const BrokenDocument = lazyPart(async () => (await import('../../ui/BrokenDocument.tsx')).BrokenDocument);

const selectEngineId = (state: Workspace) => state.engineId;
const selectTab = (state: Workspace) => state.ruleTab;

/** One engine, seen as a canvas, a table, a matrix of rules and samples, its JSON or an outline. */
export function RulesEditor() {
  const engineId = useCurrentEngineId();
  const tab = useWorkspace(selectTab);
  const chosen = useWorkspace(selectEngineId);
  const broken = useBrokenFile('engines', engineId === undefined ? chosen : undefined);
  useRuleCommands();
  useEffect(() => useDocuments.subscribe(followRenamed), []);
  // What is shown first is chosen by that, so that it stays in sight whatever becomes of it.
  useEffect(() => {
    if (chosen === undefined && engineId !== undefined) setWorkspace({ engineId });
  }, [chosen, engineId]);
  if (broken) return <BrokenDocument problem={broken} onShow={showProblems} />;
  if (engineId === undefined) return <NoEngine />;
  const tabs = [
    { id: 'canvas', label: t('Canvas'), icon: Workflow, content: <Canvas engineId={engineId} /> },
    {
      id: 'table',
      label: t('Table'),
      icon: Table2,
      content: <RuleTable engineId={engineId} key={engineId} />,
    },
    {
      id: 'matrix',
      label: t('Matrix'),
      icon: Grid3x3,
      content: <Matrix engineId={engineId} key={engineId} />,
    },
    {
      id: 'json',
      label: t('JSON'),
      icon: Braces,
      content: <EngineJson engineId={engineId} key={engineId} />,
    },
    {
      id: 'outline',
      label: t('Outline'),
      icon: ListTree,
      content: <Outline engineId={engineId} />,
    },
  ] as const;
  return (
    <Tabs
      end={<RulesSummary engineId={engineId} />}
      label={t('Views of the engine')}
      onSelect={ruleTab => setWorkspace({ ruleTab })}
      selected={tab}
      tabs={tabs}
    />
  );
}

function NoEngine() {
  return (
    <EmptyState
      actions={
        <Button adds onPress={() => runCommand('engine.new')} variant="primary">
          {t('New engine')}
        </Button>
      }
      icon={Workflow}
      title={t('No rule engine yet')}
    >
      {t('An engine is a file of rules. Create one here, or import rule JSON that you have.')}
    </EmptyState>
  );
}
