import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keysOf } from '../shared/model/entries.ts';
import { showPanel, someOf } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { ContractEditor } from './features/contracts/ContractEditor.tsx';
import { createContract } from './features/contracts/use-contracts.ts';
import { createSample } from './features/samples/logic/sample-commands.ts';
import { SampleEditor } from './features/samples/SampleEditor.tsx';
import { TestEditor } from './features/tests/TestEditor.tsx';
import { createTest } from './features/tests/use-tests.ts';
import { useKeptSample } from './Studio.tsx';
import { edit, undo, undoAll, useDocuments } from './stores/documents.ts';
import { loadProject } from './stores/project.ts';
import type { NamedKind } from './stores/rename-document.ts';
import { setWorkspace } from './stores/workspace.ts';

interface Named {
  readonly make: () => void;
  readonly Editor: ComponentType;
  /** Chooses the one that a file has. */
  readonly choose: (id: string) => void;
}

const kinds: Record<NamedKind, Named> = {
  samples: { make: createSample, Editor: ChosenSample, choose: sampleId => setWorkspace({ sampleId }) },
  contracts: {
    make: createContract,
    Editor: ContractEditor,
    choose: contractId => setWorkspace({ contractId }),
  },
  tests: { make: createTest, Editor: TestEditor, choose: testId => setWorkspace({ testId }) },
};

/** A sample stays chosen by the shell. */
function ChosenSample() {
  useKeptSample();
  return <SampleEditor />;
}

beforeEach(async () => {
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'tests.run': { passed: 0, failed: 0, results: [] },
  });
  await loadProject();
  return undoAll;
});

const idsOf = (kind: NamedKind) => Object.keys(useDocuments.getState().working[kind]);

describe.each(someOf(keysOf(kinds)))('the id of one of the %s', kind => {
  const { make, Editor, choose } = kinds[kind];
  const madeId = () => idsOf(kind).find(id => !Object.hasOwn(useDocuments.getState().saved[kind], id));

  it('follows its first name letter by letter, in the same form and as one step', async () => {
    make();
    const screen = await showPanel(<Editor />);
    const field = screen.getByRole('textbox', { name: 'Name', exact: true });
    const first = field.element();
    const before = [madeId(), useDocuments.getState().past.length];
    await userEvent.tripleClick(field);
    await userEvent.keyboard('Fix before release');
    expect(madeId()).toBe('fix-before-release');
    await expect.element(screen.getByText('In the file fix-before-release.json')).toBeVisible();
    expect([field.element() === first, document.activeElement === first]).toEqual([true, true]);
    while (useDocuments.getState().past.length > Number(before[1])) undo();
    expect(madeId()).toBe(before[0]);
    await expect.element(screen.getByText(`In the file ${before[0]}.json`)).toBeVisible();
  });

  it('stays once a file has it', async () => {
    const [id = ''] = idsOf(kind);
    choose(id);
    const screen = await showPanel(<Editor />);
    await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Another name');
    expect(useDocuments.getState().working[kind][id]?.name).toBe('Another name');
  });
});

it('stays once something names it', async () => {
  createSample();
  edit('name the sample', draft => {
    for (const test of Object.values(draft.tests)) test.sample = 'new-sample';
  });
  const screen = await showPanel(<ChosenSample />);
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Another name');
  expect(useDocuments.getState().working.samples['new-sample']?.name).toBe('Another name');
});

it('JSON that is half typed in a sample stays while the sample is named', async () => {
  createSample();
  edit('a variable', draft => {
    const sample = draft.samples['new-sample'];
    if (sample) Object.assign(sample.request, { additional_variables: { note: [1, 2] } });
  });
  const screen = await showPanel(<ChosenSample />);
  const field = screen.getByRole('textbox', { name: 'addVar.note', exact: true });
  await userEvent.fill(field, '[1, 2');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name', exact: true }), 'With JSON');
  await expect.poll(() => idsOf('samples')).toContain('with-json');
  await expect.element(field).toHaveValue('[1, 2');
});
