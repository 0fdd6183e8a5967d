import { Braces, Grid3x3, Plus, Workflow } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { runCommand } from '../../stores/commands.ts';
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

const selectTab = (state: Workspace) => state.ruleTab;

/** One engine, seen as a canvas, as a matrix of rules and samples, or as its JSON. */
export function RulesEditor() {
  const engineId = useCurrentEngineId();
  const tab = useWorkspace(selectTab);
  useRuleCommands();
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
        <Button icon={Plus} onPress={() => runCommand('engine.new')} variant="primary">
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
