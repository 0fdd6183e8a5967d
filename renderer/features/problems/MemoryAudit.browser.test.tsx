import { beforeEach, expect, it } from 'vitest';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { useAnalysis } from '../../stores/analysis.ts';
import { useBudgetFindings } from '../../stores/budget-findings.ts';
import { runCommand } from '../../stores/commands.ts';
import { undo, undoAll, useDocuments } from '../../stores/documents.ts';
import { followMemoryAudit } from '../../stores/follow-memory-audit.ts';
import { useProblemCount, useProblems } from '../../stores/problems.ts';
import { loadProject } from '../../stores/project.ts';
import { useToasts } from '../../stores/toasts.ts';
import { useWorkspace } from '../../stores/workspace.ts';
import { ProblemsTab } from './ProblemsTab.tsx';
import { ProblemsView } from './ProblemsView.tsx';
import { useProblemCommands } from './use-problem-commands.ts';

const [memory] = sampleFiles.memories;
const id = memory?.id ?? '';
const finding = {
  id: `unpin/${id}`,
  kind: 'injection' as const,
  severity: 'error' as const,
  memory_id: id,
  message: 'tells to ignore instructions; it reads like an attempt to steer agents',
  mend: { do: 'lower' as const },
  mend_label: 'Treat it as an import, shown as data',
};

const server: { weft?: FakeWeft } = {};

beforeEach(async () => {
  server.weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'audit.memories': ({ memories }) => ({
      findings: memories?.some(one => one.id === id && one.origin === 'import') === true ? [] : [finding],
      memories: sampleFiles.memories.length,
      notes: [],
    }),
  });
  await loadProject();
  const stop = followMemoryAudit();
  return () => {
    stop();
    undoAll();
  };
});

it('a press mends what a memory says, as one step that can be undone', async () => {
  const screen = await showPanel(<ProblemsView />);
  await expect.element(screen.getByText('What memories say')).toBeVisible();
  await expect.element(screen.getByText(new RegExp(`${id}.*${finding.message}`))).toBeVisible();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('button', { name: finding.mend_label }).click();
  expect(useDocuments.getState().working.memories[id]?.origin).toBe('import');
  await expect.element(screen.getByText('What memories say')).not.toBeInTheDocument();
  undo();
  expect(useDocuments.getState().working.memories[id]).toEqual(memory);
  await expect.element(screen.getByText('What memories say')).toBeVisible();
  // All else the server has.
  const asked = server.weft?.asked.filter(({ name }) => name === 'audit.memories') ?? [];
  expect(asked.map(({ input }) => Object.keys(input ?? {}))).toEqual([[], ['memories'], []]);
});

it('what memories say is among the problems of the drawer as well, however much it is', async () => {
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'audit.memories': {
      findings: Array.from({ length: 120 }, (_, at) => ({
        ...finding,
        id: `${at}`,
        message: `finding ${at}`,
      })),
      memories: sampleFiles.memories.length,
      notes: [],
    },
  });
  await loadProject();
  const screen = await showPanel(<ProblemsTab />);
  await expect.element(screen.getByText(/finding 0\b/)).toBeVisible();
  await screen.getByRole('button', { name: 'Show more, 70 are left' }).click();
  await screen.getByRole('button', { name: 'Show more, 20 are left' }).click();
  await expect.element(screen.getByText(/finding 119\b/)).toBeInTheDocument();
  await expect.element(screen.getByText(/are left/)).not.toBeInTheDocument();
});

it('a text that was edited since it was looked at stays as it is', async () => {
  const place = ['retrieval', 'pipeline', 0, 'params', 'items', 0];
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'audit.memories': () => ({
      findings: [
        { ...finding, mend: { do: 'cut', place, of: 0, from: 0, to: 3 }, mend_label: 'Remove this text' },
      ],
      memories: sampleFiles.memories.length,
      notes: [],
    }),
  });
  await loadProject();
  const screen = await showPanel(<ProblemsView />);
  await screen.getByRole('button', { name: 'Remove this text' }).click();
  expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(
    `"${id}" was edited since that was found.`,
  );
  expect(useDocuments.getState().working.memories[id]).toEqual(memory);
});

function Counted() {
  useProblemCommands();
  return <output>{useProblemCount()}</output>;
}

it('what memories say counts wherever problems are counted, and F8 leads to it', async () => {
  const screen = await showPanel(<Counted />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('1');
  expect(runCommand('problem.next')).toBe(true);
  await expect.poll(useWorkspace.getState).toMatchObject({ view: 'memories', memoryId: id });
});

function Order() {
  const severities = useProblems().map(({ severity }) => severity);
  return <output>{severities.join(' ')}</output>;
}

it('a warning that is measured stands before a note that is not', async () => {
  const said = (severity: 'info' | 'warning') => ({
    kind: 'memories' as const,
    id,
    severity,
    code: 'never-fires',
    message: `A ${severity}.`,
  });
  useAnalysis.setState({ problems: [said('info')] });
  useBudgetFindings.setState({ problems: [said('warning')] });
  const screen = await showPanel(<Order />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('warning info');
  useAnalysis.setState({ problems: [] });
  useBudgetFindings.setState({ problems: [] });
});
