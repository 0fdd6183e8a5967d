import { beforeEach, expect, inject, it } from 'vitest';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { TestEditor } from './TestEditor.tsx';
import { TestsList } from './TestsList.tsx';
import { TestsTab } from './TestsTab.tsx';

const id = 'security-from-risk';
const rule = sampleFiles.engines.flatMap(({ rules }) => rules).find(one => one.id === 'security-for-risk');
const mended = { ...rule, when: [{ field: 'addVar.risk', operator: 'gte', value: 0.6 }] } as NonNullable<
  typeof rule
>; // the rule of the sample project, with another bound

/** What a run of the definitions that are given comes to, of the one test that hangs on the bound. */
function run({ engines }: Input<'tests.run'>): Output<'tests.run'> {
  const bound = engines?.flatMap(({ rules }) => rules).find(one => one.id === rule?.id)?.when[0];
  const passed = bound?.operator === 'gte';
  const results = sampleFiles.tests.map(test => ({
    id: test.id,
    name: test.name,
    passed: passed || test.id !== id,
    expectations: test.expect.map((expectation, at) => ({
      expectation,
      passed: passed || test.id !== id,
      expected: `${expectation.kind} ${at}`,
      actual: 'it does not fire',
      mends:
        passed || test.id !== id || at > 0
          ? []
          : [
              {
                kind: 'rule' as const,
                words: 'ask "risk is at least 0.6"',
                engine_id: 'review-rules',
                rule: mended,
                also_breaks: [],
              },
            ],
    })),
  }));
  return { passed: 0, failed: 0, results };
}

const shared: { weft?: FakeWeft } = {};
beforeEach(async () => {
  shared.weft = fakeWeft({ ...openProjectAnswers(sampleFiles), 'tests.run': run });
  await loadProject();
  setWorkspace({ testId: id });
  return () => undoAll();
});

it('shows what fails with what mends it, and passes once it was mended', async () => {
  const screen = await showPanel(
    <>
      <TestsList />
      <TestEditor />
    </>,
  );
  await screen.getByRole('button', { name: 'Mend' }).click();
  await expect.element(screen.getByText('fails').first()).not.toBeInTheDocument();
  const { rules = [] } = useDocuments.getState().working.engines['review-rules'] ?? {};
  expect(rules.find(one => one.id === rule?.id)?.when).toEqual(mended.when);
  expect(await panelFindings()).toEqual([]);
});

it('judges by rules at once, before a whole run has ended', async () => {
  shared.weft?.answer({ 'tests.run': () => ({ passed: 0, failed: 0, results: [] }) });
  const screen = await showPanel(<TestEditor />);
  edit('change bound', draft => {
    const own = draft.engines['review-rules']?.rules.find(one => one.id === rule?.id);
    Object.assign(own?.when[0] ?? {}, { value: 0.9 });
  });
  await expect.element(screen.getByText('Security for risky changes fires')).toBeVisible();
  await expect.element(screen.getByText('but it does not fire')).toBeVisible();
});

it('shows what is missing, and adds the tests that are made of it', async () => {
  const missing = { kind: 'rule', way: 'no', words: 'R: does not fire', state: 'missing' } as const;
  const none = { covered: 1, missing: 0, unreachable: 0, open: 0 };
  shared.weft?.answer({
    'tests.coverage': {
      totals: [{ kind: 'rule', ...none, missing: 1 }],
      goals: [{ ...missing, rule: { engine_id: 'review-rules', rule_id: 'security-for-risk' } }],
    },
    'tests.generate': {
      tests: [{ id: 'made', name: 'R: does not fire', request: { scope_variables: {} }, expect: [] }],
      is_cut: false,
      unreachable: [],
      open: [],
    },
  });
  const screen = await showPanel(<TestEditor />);
  await screen.getByRole('tab', { name: 'Coverage' }).click();
  await screen.getByRole('button', { name: 'Make the missing tests' }).click();
  expect(await panelFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Add all' }).click();
  expect(useDocuments.getState().working.tests.made?.name).toBe('R: does not fire');
});

it('says of what there is nothing to show that there is none, and of nothing at all what to begin with', async () => {
  const none = { covered: 0, missing: 0, unreachable: 0, open: 0 };
  const missing = { kind: 'rule', way: 'no', words: 'R: does not fire', state: 'missing' } as const;
  const rule = { engine_id: 'review-rules', rule_id: 'security-for-risk' };
  const totals = [
    { kind: 'rule' as const, ...none, missing: 1 },
    { kind: 'cut' as const, ...none },
  ];
  shared.weft?.answer({ 'tests.coverage': { totals, goals: [{ ...missing, rule }] } });
  const some = await showPanel(<TestEditor />);
  await some.getByRole('tab', { name: 'Coverage' }).click();
  await expect.element(some.getByText('0 of 1')).toBeVisible();
  await expect.element(some.getByText('none there')).toBeVisible();
  await some.unmount();
  shared.weft?.answer({ 'tests.coverage': { totals: [], goals: [] } });
  const empty = await showPanel(<TestEditor />);
  await empty.getByRole('tab', { name: 'Coverage' }).click();
  await expect.element(empty.getByText('There is nothing to test yet')).toBeVisible();
  await empty.getByRole('button', { name: 'Open the rules' }).click();
  expect(useWorkspace.getState().view).toBe('rules');
});

it('names the rules that a fault lets fire or keeps from firing as they are named here', async () => {
  const at = { engine_id: 'review-rules', rule_id: 'security-for-risk' };
  const changes = {
    fires: [],
    adds: [],
    no_longer_adds: [],
    no_longer_fires: ['review-rules/security-for-risk'],
  };
  shared.weft?.answer({
    'tests.mutate': {
      ...{ score: 0, killed: 0, survived: 1, equivalent: 0, open: 0, equivalents: [], undecided: [] },
      survivors: [{ kind: 'mute_rule', rule: at, words: 'is muted', changes }],
    },
  });
  const screen = await showPanel(<TestEditor />);
  await screen.getByRole('tab', { name: 'Faults' }).click();
  await expect.element(screen.getByText('Security for risky changes is muted')).toBeVisible();
  await expect
    .element(screen.getByText('Security for risky changes does not fire', { exact: true }))
    .toBeVisible();
  await expect.element(screen.getByText(/review-rules/)).not.toBeInTheDocument();
});

it.runIf(inject('isLong'))(
  'expects a contract by the form, and says where it does not speak of the request',
  async () => {
    shared.weft?.answer({ 'tests.run': () => ({ passed: 0, failed: 0, results: [] }) });
    const screen = await showPanel(<TestEditor />);
    await screen.getByRole('button', { name: /Expect that/ }).click();
    await screen.getByRole('option', { name: 'Contract holds' }).click();
    await screen.getByRole('combobox', { name: 'Contract' }).click();
    await screen.getByRole('option', { name: /reviews-have-their-tips/ }).click();
    await screen.getByRole('button', { name: 'Add' }).click();
    expect(useDocuments.getState().working.tests[id]?.expect.at(-1)).toEqual({
      kind: 'contract',
      contract: 'reviews-have-their-tips',
    });
    await expect.element(screen.getByText(/the contract reviews-have-their-tips holds: /)).toBeVisible();
    await expect.element(screen.getByText('its conditions do not hold for this request')).toBeVisible();
    expect(await panelFindings()).toEqual([]);
  },
);

it('the drawer tells what an edit breaks: what fails first, with what came instead, and leads there', async () => {
  setWorkspace({ view: 'rules', testId: undefined });
  const screen = await showPanel(<TestsTab />);
  const rows = screen.getByRole('list', { name: 'Tests' }).getByRole('listitem');
  const texts = () => rows.elements().map(row => row.textContent);
  const failed = expect.stringMatching(/^fails.*it does not fire/);
  await expect
    .poll(texts)
    .toEqual([failed, ...sampleFiles.tests.slice(1).map(() => expect.stringMatching(/^passes/))]);
  expect(await panelFindings()).toEqual([]);
  await rows.first().getByRole('button').first().click();
  expect(useWorkspace.getState()).toMatchObject({ view: 'tests', testId: id });
});

it('what is expected, how it stands and the button that removes it are in one line', async () => {
  const screen = await showPanel(<TestEditor />);
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const word = screen.getByText('fails').first().element();
  const button = screen.getByRole('button', { name: 'Remove: Security for risky changes fires' }).element();
  expect(Math.abs(middle(button) - middle(word))).toBeLessThan(2);
});
