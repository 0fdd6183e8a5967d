import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { useProblemCommands } from './features/problems/use-problem-commands.ts';
import { RuleInspector } from './features/rules/RuleInspector.tsx';
import { useShellCommands } from './features/shell/use-shell-commands.ts';
import { useShortcuts } from './features/shell/use-shortcuts.ts';
import { useAnalysis } from './stores/analysis.ts';
import { edit, undoAll, useDocuments } from './stores/documents.ts';
import { loadProject } from './stores/project.ts';
import { setWorkspace, useWorkspace } from './stores/workspace.ts';

const [engine] = sampleFiles.engines;
const [rule, other] = engine?.rules ?? [];
const fields = () => {
  const { engines } = useDocuments.getState().working;
  return engines[engine?.id ?? '']?.rules[0]?.when.map(({ field }) => field);
};

/** As the studio has it: the inspector is in the view of the rules alone. */
function Bench() {
  useShortcuts();
  useShellCommands();
  useProblemCommands();
  return useWorkspace(({ view }) => view) === 'rules' && <RuleInspector />;
}

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ view: 'rules', engineId: engine?.id, ruleId: rule?.id });
  return undoAll;
});

it.each([
  ['the next problem', '{F8}'],
  ['the problem before', '{Shift>}{F8}{/Shift}'],
  ['the settings', '{Control>},{/Control}'],
])('what is half typed is not lost where a key leads to %s', async (_, keys) => {
  const before = fields() ?? [];
  useAnalysis.setState({
    problems: [
      {
        kind: 'engines',
        id: engine?.id ?? '',
        ...(other && { ruleId: other.id }),
        severity: 'warning',
        code: 'never-fires',
        message: 'It never fires.',
      },
    ],
  });
  const screen = await showPanel(<Bench />);
  const field = screen.getByTestId('condition-0').getByRole('combobox', { name: 'Field' });
  await userEvent.fill(field, 'addVar.half');
  await userEvent.keyboard(keys);
  await expect.poll(fields).toEqual(['addVar.half', ...before.slice(1)]);
});

it('the next problem of a rule whose name is being typed is found under the id that the name gives', async () => {
  const at = { engineId: engine?.id ?? '', ruleId: 'begun' };
  edit('new rule', ({ engines }) => {
    engines[at.engineId]?.rules.push({
      id: at.ruleId,
      name: 'Begun',
      when: [{ field: 'addVar.phase', operator: 'exists' }],
      then: { add_memories: [] },
    });
  });
  setWorkspace(at);
  useAnalysis.setState({
    problems: [
      {
        kind: 'engines',
        id: at.engineId,
        ruleId: at.ruleId,
        severity: 'warning',
        code: 'adds-nothing',
        message: 'It adds nothing.',
      },
    ],
  });
  const screen = await showPanel(<Bench />);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name of the rule' }), 'Late checks');
  await userEvent.keyboard('{F8}');
  await expect.poll(() => useWorkspace.getState().ruleId).toBe('late-checks');
  await expect.element(screen.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue('Late checks');
});

it("a priority that is no number yet waits at its rule, and is no other one's", async () => {
  const screen = await showPanel(<Bench />);
  const field = screen.getByRole('spinbutton', { name: 'Priority' });
  await userEvent.fill(field, '5x');
  setWorkspace({ ruleId: other?.id });
  await expect.element(screen.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(other?.name);
  await expect.element(field).toBeValid();
  setWorkspace({ ruleId: rule?.id });
  await expect.element(field).toHaveValue('5x');
  await expect.element(field).toBeInvalid();
});
