import type { ComponentType } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { assembled } from '../test/support/assembled.ts';
import { showPanel, someFrames, someOf } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { ContractEditor } from './features/contracts/ContractEditor.tsx';
import { ContractsList } from './features/contracts/ContractsList.tsx';
import { MemoriesList } from './features/memories/MemoriesList.tsx';
import { SampleEditor } from './features/samples/SampleEditor.tsx';
import { SamplesList } from './features/samples/SamplesList.tsx';
import { TestEditor } from './features/tests/TestEditor.tsx';
import { TestsList } from './features/tests/TestsList.tsx';
import { availableCommands, runCommand } from './stores/commands.ts';
import { edit, undoAll, useDocuments } from './stores/documents.ts';
import { loadProject } from './stores/project.ts';
import { setWorkspace } from './stores/workspace.ts';

const some = {
  ...sampleFiles,
  tests: sampleFiles.tests.slice(0, 1),
  contracts: sampleFiles.contracts.slice(0, 1),
  samples: sampleFiles.samples.slice(0, 1),
};

beforeEach(async () => {
  fakeWeft({
    ...openProjectAnswers(some),
    'assembly.preview': assembled({}),
    'tests.run': { passed: 0, failed: 0, results: [] },
  });
  await loadProject();
  setWorkspace({ sampleId: some.samples[0]?.id, memoryId: some.memories[0]?.id });
  return undoAll;
});

interface Shown {
  readonly kind: 'samples' | 'tests' | 'contracts' | 'memories';
  readonly List: ComponentType;
  readonly Editor?: ComponentType;
}

const views: readonly Shown[] = [
  { kind: 'samples', List: SamplesList, Editor: SampleEditor },
  { kind: 'tests', List: TestsList, Editor: TestEditor },
  { kind: 'contracts', List: ContractsList, Editor: ContractEditor },
];

/** As in the frame, where each part says which it is. */
const show = ({ List, Editor }: Omit<Shown, 'kind'>) =>
  showPanel(
    <>
      <aside data-region="List">
        <List />
      </aside>
      <div data-region="Editor">
        <button data-testid="control" type="button" />
        {Editor ? <Editor /> : null}
      </div>
    </>,
  );

it.each<Shown>([...views, { kind: 'memories', List: MemoriesList }])(
  'Delete means what is chosen among $kind in their list, and no control of the form',
  async ({ List }) => {
    const screen = await show({ List });
    const canDelete = () => availableCommands().includes('edit.delete');
    const row = screen.getByRole('row').first();
    await expect.element(row).toBeVisible();
    expect(canDelete()).toBe(true);
    screen.getByTestId('control').element().focus();
    expect(canDelete()).toBe(false);
    row.element().focus();
    expect(canDelete()).toBe(true);
  },
);

it.each(someOf(views, 3))(
  'among $kind the one that is chosen is duplicated, and its name takes the focus to be renamed',
  async ({ kind, ...parts }) => {
    const screen = await show(parts);
    const names = () => Object.values(useDocuments.getState().working[kind]).map(({ name }) => name);
    const [first = ''] = names();
    await expect.element(screen.getByRole('row').first()).toBeVisible();
    expect(runCommand('edit.duplicate')).toBe(true);
    await expect.poll(names).toEqual([first, `${first} copy`]);
    const name = screen.getByRole('textbox', { name: 'Name', exact: true });
    await expect.element(name).toHaveValue(`${first} copy`);
    // Also from where the name is not in sight.
    const json = screen.getByRole('tab', { name: 'JSON' });
    if (kind !== 'contracts') await json.click();
    expect(runCommand('edit.rename')).toBe(true);
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('Another');
    await expect.poll(names).toEqual([first, 'Another']);
  },
);

it('a window that asks about a memory goes with it, and asks about no other', async () => {
  const screen = await show({ List: MemoriesList });
  await expect.element(screen.getByRole('row').first()).toBeVisible();
  const [first = '', second = ''] = Object.keys(useDocuments.getState().working.memories);
  setWorkspace({ memoryId: first });
  expect(runCommand('edit.rename')).toBe(true);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  edit('it goes', draft => {
    delete draft.memories[first];
  });
  await expect.element(dialog).not.toBeInTheDocument();
  setWorkspace({ memoryId: second });
  await someFrames();
  await expect.element(dialog).not.toBeInTheDocument();
});
