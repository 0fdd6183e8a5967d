import { beforeEach, describe, expect, it } from 'vitest';
import { panelFindings, showPanel, someOf } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { edit, undoAll } from '../../stores/documents.ts';
import { loadProject } from '../../stores/project.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { MemoryInspector } from './MemoryInspector.tsx';

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  setWorkspace({ memoryId: undefined, sampleId: sampleFiles.samples[0]?.id });
  return undoAll;
});

it('says what to pick while nothing is', async () => {
  const screen = await showPanel(<MemoryInspector />);
  await expect.element(screen.getByText('No memory selected')).toBeVisible();
});

describe('a memory of the sample project', () => {
  it.each(someOf(sampleFiles.memories.map(({ id }) => id)))(
    '%s is shown, readable by everybody',
    async memoryId => {
      setWorkspace({ memoryId });
      const screen = await showPanel(<MemoryInspector />);
      await expect.element(screen.getByRole('region', { name: 'Memory inspector' })).toBeVisible();
      await expect.element(screen.getByRole('heading', { name: 'Needs' })).toBeVisible();
      expect(await panelFindings()).toEqual([]);
    },
  );
});

it('calls nothing missing where there is no sample that could give it', async () => {
  const memory = sampleFiles.memories.find(({ inputs_scope }) => inputs_scope.length > 0);
  fakeWeft(openProjectAnswers({ ...sampleFiles, samples: [] }));
  await loadProject();
  setWorkspace({ memoryId: memory?.id, sampleId: undefined });
  const screen = await showPanel(<MemoryInspector />);
  await expect.element(screen.getByText(/^no sample/).first()).toBeVisible();
  await expect.element(screen.getByText(/missing/)).not.toBeInTheDocument();
});

it('leads to the rules that add it, and says when none does', async () => {
  const [engine] = sampleFiles.engines.filter(({ rules }) => rules.length > 0);
  const rule = engine?.rules[0];
  const memoryId = rule?.then.add_memories[0];
  setWorkspace({ memoryId });
  const screen = await showPanel(<MemoryInspector />);
  await screen
    .getByRole('button', { name: new RegExp(`^${rule?.name}`) })
    .first()
    .click();
  expect(useWorkspace.getState()).toMatchObject({ view: 'rules', engineId: engine?.id, ruleId: rule?.id });
  edit('no rules', draft => {
    for (const one of Object.values(draft.engines)) one.rules = [];
  });
  await expect.element(screen.getByText('No rule adds it.')).toBeVisible();
});
