import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { longText, panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { edit, undoAll, useDocuments } from '../../stores/documents.ts';
import { followEvaluations } from '../../stores/evaluations.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { RuleInspector } from './RuleInspector.tsx';

const engineId = 'planning-rules';
const firstRule = () => useDocuments.getState().working.engines[engineId]?.rules[0];

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ engineId, ruleId: firstRule()?.id, sampleId: sampleFiles.samples[0]?.id });
  const stop = followEvaluations();
  return () => {
    undoAll();
    stop();
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

describe('every rule of the sample project', () => {
  const rules = sampleFiles.engines.flatMap(engine =>
    engine.rules.map(rule => [engine.id, rule.id] as const),
  );

  it.each(rules)(
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
  await expect.element(screen.getByText(/Muted until it has a condition/).first()).toBeVisible();
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
