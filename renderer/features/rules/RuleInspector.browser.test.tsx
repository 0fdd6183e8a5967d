import { beforeEach, describe, expect, inject, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { DraftCondition } from '../../../shared/model/layout.ts';
import { longText, panelFindings, showPanel, someOf } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { followAnalysis } from '../../stores/analysis.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { followEvaluations } from '../../stores/evaluations.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { beginCondition } from './edits/draft-edits.ts';
import { giveEngineName } from './edits/rename-engine.ts';
import { RuleInspector } from './RuleInspector.tsx';
import { addConditionByHand, dropOnCanvas } from './rule-actions.ts';

const engineId = 'planning-rules';
const firstRule = () => useDocuments.getState().working.engines[engineId]?.rules[0];

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ engineId, ruleId: firstRule()?.id, sampleId: sampleFiles.samples[0]?.id });
  const stops = [followEvaluations(), followAnalysis()];
  return () => {
    undoAll();
    for (const stop of stops) stop();
  };
});

it.each([
  ['without an engine', [], 'No engine in sight'],
  ['without a rule', [{ ...sampleFiles.engines[0], id: engineId, rules: [] }], 'No rule yet'],
])('says what to do %s', async (_, engines, title) => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: engines as typeof sampleFiles.engines })); // a sample's engine, without rules
  await loadProject();
  const screen = await showPanel(<RuleInspector />);
  await expect.element(screen.getByText(title)).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

describe('a rule of the sample project', () => {
  const rules = sampleFiles.engines.flatMap(engine =>
    engine.rules.map(rule => [engine.id, rule.id] as const),
  );

  it.each(someOf(rules, 8))(
    '%s/%s is shown with its name and its sentence, readable by everybody',
    async (engine, ruleId) => {
      setWorkspace({ engineId: engine, ruleId });
      const screen = await showPanel(<RuleInspector />);
      const { name } =
        sampleFiles.engines.find(({ id }) => id === engine)?.rules.find(({ id }) => id === ruleId) ?? {};
      await expect.element(screen.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(name);
      expect(await panelFindings()).toEqual([]);
    },
  );
});

it('a letter of the name and a priority are edits that are undone', async () => {
  const screen = await showPanel(<RuleInspector />);
  const before = firstRule();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name of the rule' }), longText);
  await userEvent.fill(screen.getByRole('spinbutton', { name: 'Priority' }), '77');
  await expect.poll(firstRule).toMatchObject({ name: longText, priority: 77 });
  expect(await panelFindings()).toEqual([]);
  undoAll();
  expect(firstRule()).toEqual(before);
});

it('a rule without a condition is a draft that says so', async () => {
  edit('empty it', draft => {
    const rule = draft.engines[engineId]?.rules[0];
    if (rule) Object.assign(rule, { when: [], enabled: false });
  });
  const screen = await showPanel(<RuleInspector />);
  await expect.element(screen.getByText(/Not evaluated until it has a condition/).first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('a condition that is an error says so beside it', async () => {
  edit('break it', draft => {
    const rule = draft.engines[engineId]?.rules[0];
    if (rule) rule.when = [{ field: 'addVar.phase', operator: 'regex', value: '(' }];
  });
  const screen = await showPanel(<RuleInspector />);
  await expect.element(screen.getByText(/error/i).first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('a condition that is only begun is a draft, and counts with the variable and value that it asks for', async () => {
  const screen = await showPanel(<RuleInspector />);
  const before = firstRule();
  const row = screen.getByTestId(`condition-${before?.when.length}`);
  await userEvent.click(screen.getByRole('button', { name: /^Add condition/ }));
  await expect.element(row.getByRole('combobox', { name: 'Field' })).toHaveFocus();
  await expect.element(row.getByText('draft', { exact: true })).toBeVisible();
  expect(row.element().querySelector('[aria-invalid="true"]')).toBeNull();
  // What the field offers may be there by now: it hides the rest from those who hear it, and the focus stays in the field.
  expect((await panelFindings()).filter(found => !found.includes('aria-hidden-focus'))).toEqual([]);
  expect(firstRule()).toBe(before);

  await userEvent.keyboard('iteration');
  await userEvent.click(screen.getByRole('option', { name: /addVar\.iteration/ }));
  const value = row.getByRole('spinbutton', { name: 'Value' });
  await expect.element(value).toHaveFocus();
  await expect.element(value).toHaveValue('');
  await userEvent.keyboard('1');
  await expect.element(row.getByText('Press Enter to let it count.')).toBeVisible();
  expect(firstRule()).toBe(before);
  await userEvent.keyboard('2{Enter}');
  expect(firstRule()?.when.at(-1)).toEqual({ field: 'addVar.iteration', operator: 'eq', value: 12 });
  await expect.element(screen.getByRole('button', { name: /^Add condition/ })).toHaveFocus();
  undoAll();
  expect(firstRule()).toEqual(before);
});

it('a name that is half typed goes to its condition, though another comes before that meanwhile', async () => {
  const fields = () => firstRule()?.when.map(({ field }) => field);
  const before = fields() ?? [];
  const screen = await showPanel(<RuleInspector />);
  const field = screen.getByTestId('condition-0').getByRole('combobox', { name: 'Field' });
  await userEvent.fill(field, 'addVar.half');
  edit('from outside', draft => {
    draft.engines[engineId]?.rules[0]?.when.unshift({ field: 'addVar.outside', operator: 'exists' });
  });
  await expect.element(screen.getByTestId(`condition-${before.length}`)).toBeVisible();
  await userEvent.tab();
  await expect.poll(fields).toEqual(['addVar.outside', 'addVar.half', ...before.slice(1)]);
});

it.runIf(inject('isLong'))(
  'of two drafts the later one may be complete first; what is left is left',
  async () => {
    const screen = await showPanel(<RuleInspector />);
    const count = firstRule()?.when.length ?? 0;
    // Not by the button, over which the first one may offer its fields, and what it offers hides the rest by role.
    const at = { engineId, ruleId: firstRule()?.id ?? '' };
    addConditionByHand(at);
    addConditionByHand(at);
    const later = screen.getByTestId(`condition-${count + 1}`);
    await userEvent.fill(
      later.getByRole('combobox', { name: 'Field', includeHidden: true }),
      'addVar.never_seen',
    );
    await userEvent.click(later.getByRole('combobox', { name: 'Value', includeHidden: true }));
    await userEvent.keyboard('x{Enter}');
    expect(firstRule()?.when).toHaveLength(count + 1);
    expect(firstRule()?.when.at(-1)).toEqual({ field: 'addVar.never_seen', operator: 'eq', value: 'x' });
    await expect
      .element(screen.getByTestId(`condition-${count}`).getByRole('combobox', { name: 'Value' }))
      .toHaveFocus();
    await expect.element(later.getByText('draft', { exact: true })).toBeVisible();
  },
);

describe('what is half typed', () => {
  /** A new rule, whose name has the focus. */
  const begin = () => dropOnCanvas(engineId, { kind: 'memory', memoryId: sampleFiles.memories[0]?.id ?? '' });
  const withDraft = (condition: DraftCondition) => {
    const { ruleId = '' } = useWorkspace.getState();
    edit('condition', draft => void beginCondition(draft, { engineId, ruleId }, condition));
  };

  it('stays with its rule where two rules were named one after the other', async () => {
    const screen = await showPanel(<RuleInspector />);
    const name = screen.getByRole('textbox', { name: 'Name of the rule' });
    const field = screen.getByRole('combobox', { name: 'Field' });
    for (const called of ['Foo', 'Bar']) {
      begin();
      await userEvent.fill(name, called);
      await userEvent.tab();
      await expect.poll(() => useWorkspace.getState().ruleId).toBe(called.toLowerCase());
      withDraft({ operator: 'eq' });
    }
    setWorkspace({ ruleId: 'foo' });
    await expect.element(name).toHaveValue('Foo');
    await userEvent.fill(field, 'risk >');
    setWorkspace({ ruleId: 'bar' });
    await expect.element(name).toHaveValue('Bar');
    await expect.element(field).not.toHaveValue('risk >');
  });

  const json = { name: 'Value as JSON' };
  const withValues = (values: readonly unknown[]) =>
    edit('conditions', draft => {
      const rule = draft.engines[engineId]?.rules[0];
      const when = values.map((value, index) => ({
        field: `addVar.f${index}`,
        operator: 'eq' as const,
        value,
      }));
      if (rule) Object.assign(rule, { when });
    });

  it('as JSON goes with its condition where the one above is taken out', async () => {
    withValues(['x', { a: 1 }]);
    const screen = await showPanel(<RuleInspector />);
    await userEvent.fill(screen.getByTestId('condition-1').getByRole('textbox', json), '{"a": 1, "b"');
    edit('take it out', draft => {
      draft.engines[engineId]?.rules[0]?.when.shift();
    });
    const moved = screen.getByTestId('condition-0').getByRole('textbox', json);
    await expect.element(moved).toHaveValue('{"a": 1, "b"');
    setWorkspace({ ruleId: useDocuments.getState().working.engines[engineId]?.rules[1]?.id });
    await expect.element(moved).not.toBeInTheDocument();
    setWorkspace({ ruleId: firstRule()?.id });
    await expect.element(moved).toHaveValue('{"a": 1, "b"');
  });

  it('as JSON stays where the rule is named, and where its engine is', async () => {
    const screen = await showPanel(<RuleInspector />);
    begin();
    withDraft({ field: 'addVar.f', operator: 'eq', value: { a: 1 } });
    const field = screen.getByRole('textbox', json);
    await userEvent.fill(field, '{"a":');
    await userEvent.fill(screen.getByRole('textbox', { name: 'Name of the rule' }), 'With JSON');
    await userEvent.tab();
    await expect.poll(() => useWorkspace.getState().ruleId).toBe('with-json');
    await expect.element(field).toHaveValue('{"a":');
    giveEngineName(engineId, { id: 'renamed', name: 'Renamed', description: '' });
    await expect.poll(() => useWorkspace.getState().engineId).toBe('renamed');
    await expect.element(field).toHaveValue('{"a":');
  });
});
