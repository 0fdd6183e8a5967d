import { beforeEach, expect, it, vi } from 'vitest';
import { panelFindings, showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { provideCommands, runCommand } from '../../../stores/commands.ts';
import { undoAll, useDocuments } from '../../../stores/documents.ts';
import { followEvaluations } from '../../../stores/evaluations.ts';
import { loadProject } from '../../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { Matrix } from './Matrix.tsx';

const [engine] = sampleFiles.engines;
const engineId = engine?.id ?? '';

beforeEach(() => setWorkspace({ view: 'rules', engineId }));

it('without a sample one is made, in the view of samples', async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, samples: [] }));
  await loadProject();
  const screen = await showPanel(<Matrix engineId={engineId} />);
  await screen.getByRole('button', { name: 'New sample' }).click();
  await expect.poll(() => useWorkspace.getState().view).toBe('samples');
  const make = vi.fn();
  // The list of samples is there by now.
  const stop = provideCommands(() => ({ 'sample.new': { run: make } }));
  await expect.poll(() => make.mock.calls.length).toBe(1);
  stop();
});

it('without a rule it says so, and has one made', async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: engine ? [{ ...engine, rules: [] }] : [] }));
  await loadProject();
  const screen = await showPanel(<Matrix engineId={engineId} />);
  await expect.element(screen.getByText('No rule yet')).toBeVisible();
  const make = vi.fn();
  const stop = provideCommands(() => ({ 'rule.new': { run: make } }));
  await screen.getByRole('button', { name: 'New rule' }).click();
  await expect.poll(() => make.mock.calls.length).toBe(1);
  stop();
  expect(await panelFindings()).toEqual([]);
});

it('Delete takes the rule away that is selected, as its menu says, and no rule from the heading of a sample', async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, tests: [], contracts: [] }));
  await loadProject();
  const stop = followEvaluations();
  const [rule] = engine?.rules ?? [];
  setWorkspace({ ruleId: rule?.id });
  const rules = () => useDocuments.getState().working.engines[engineId]?.rules ?? [];
  const screen = await showPanel(<Matrix engineId={engineId} />);
  const grid = screen.getByRole('grid', { name: 'Rules in samples' });
  await expect.element(grid).toBeVisible();
  grid.element().querySelector<HTMLElement>('[role=columnheader] button')?.focus();
  expect(runCommand('edit.delete')).toBe(false);
  grid.element().focus();
  expect(runCommand('edit.delete')).toBe(true);
  await expect.poll(rules).toEqual(engine?.rules.slice(1));
  stop();
  undoAll();
});

it('has the focus itself once the cell that had it is scrolled out of sight', async () => {
  const [rule] = engine?.rules ?? [];
  const rules = Array.from({ length: 200 }, (_, at) => ({ ...rule, id: `rule-${at}` })) as never; // copies of one that there is
  fakeWeft(
    openProjectAnswers({
      ...sampleFiles,
      engines: engine ? [{ ...engine, rules }] : [],
      tests: [],
      contracts: [],
    }),
  );
  await loadProject();
  const stop = followEvaluations();
  const screen = await showPanel(
    <div style={{ display: 'flex', height: 400 }}>
      <Matrix engineId={engineId} />
    </div>,
  );
  const grid = screen.getByRole('grid', { name: 'Rules in samples' });
  await expect.element(grid).toBeVisible();
  const cell = grid.element().querySelector<HTMLElement>('[data-row="2"]');
  cell?.focus();
  expect(document.activeElement).toBe(cell);
  grid.element().scrollTop = 3000;
  await expect.poll(() => cell?.isConnected).toBe(false);
  await expect.element(grid).toHaveFocus();
  expect(grid.element().scrollTop).toBe(3000);
  stop();
});

it('names of samples stand in one line each', async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  const stop = followEvaluations();
  const screen = await showPanel(<Matrix engineId={engineId} />);
  await expect.element(screen.getByRole('grid', { name: 'Rules in samples' })).toBeVisible();
  const names = screen
    .getByRole('columnheader')
    .elements()
    .flatMap(heading => heading.querySelector('button > span') ?? []);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(name => name.getBoundingClientRect().width > 14)).toEqual([]);
  stop();
});
