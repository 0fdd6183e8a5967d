import { Braces, Grid3x3, Workflow } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { runCommand } from '../../stores/commands.ts';
import { useDocuments } from '../../stores/documents.ts';
import { brokenFileOf } from '../../stores/problems.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Canvas } from './canvas/Canvas.tsx';
import { RulesSummary } from './RulesSummary.tsx';
import { useCurrentEngineId } from './selection.ts';
import { useRuleCommands } from './use-rule-commands.ts';

const EngineJson = lazy(() =>
  import('./json/EngineJson.tsx').then(({ EngineJson: view }) => ({ default: view })),
);

const Matrix = lazy(() => import('./matrix/Matrix.tsx').then(({ Matrix: view }) => ({ default: view })));

/** Loaded with the first that is broken. */
const BrokenDocument = lazy(() =>
  import('../../ui/BrokenDocument.tsx').then(({ BrokenDocument: part }) => ({ default: part })),
);

const selectEngineId = (state: Workspace) => state.engineId;
const selectTab = (state: Workspace) => state.ruleTab;

/** One engine, seen as a canvas, as a matrix of rules and samples, or as its JSON. */
export function RulesEditor() {
  const engineId = useCurrentEngineId();
  const tab = useWorkspace(selectTab);
  const chosen = useWorkspace(selectEngineId);
  const broken = useDocuments(state =>
    chosen === undefined || engineId !== undefined ? undefined : brokenFileOf(state, 'engines', chosen),
  );
  useRuleCommands();
  // What is shown first is chosen by that, so that it stays in sight whatever becomes of it.
  useEffect(() => {
    if (chosen === undefined && engineId !== undefined) setWorkspace({ engineId });
  }, [chosen, engineId]);
  if (broken)
    return (
      <Suspense fallback={null}>
        <BrokenDocument problem={broken} onShow={() => setWorkspace({ view: 'problems' })} />
      </Suspense>
    );
  if (engineId === undefined) return <NoEngine />;
  const tabs = [
    { id: 'canvas', label: 'Canvas', icon: Workflow, content: <Canvas engineId={engineId} /> },
    {
      id: 'matrix',
      label: 'Matrix',
      icon: Grid3x3,
      content: (
        <Suspense fallback={null}>
          <Matrix engineId={engineId} key={engineId} />
        </Suspense>
      ),
    },
    {
      id: 'json',
      label: 'JSON',
      icon: Braces,
      content: (
        <Suspense fallback={null}>
          <EngineJson engineId={engineId} key={engineId} />
        </Suspense>
      ),
    },
  ] as const;
  return (
    <Tabs
      end={<RulesSummary engineId={engineId} />}
      label="Views of the engine"
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
          New engine
        </Button>
      }
      icon={Workflow}
      title="No rule engine yet"
    >
      An engine is a file of rules. Create one here, or import rule JSON that you have.
    </EmptyState>
  );
}
