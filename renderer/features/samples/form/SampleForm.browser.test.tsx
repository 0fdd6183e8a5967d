import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { undoAll, useDocuments } from '../../../stores/documents.ts';
import { loadProject } from '../../../stores/project.ts';
import { SampleForm } from './SampleForm.tsx';

const [first] = sampleFiles.samples;
const useFirst = () => useDocuments(({ working }) => working.samples[first?.id ?? '']);
const variables = () =>
  useDocuments.getState().working.samples[first?.id ?? '']?.request.additional_variables;

function Bench() {
  const sample = useFirst();
  return sample && <SampleForm sample={sample} />;
}

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  return undoAll;
});

it('what is typed after a variable was added is its value, whatever stands beside it', async () => {
  const before = variables();
  const screen = await showPanel(<Bench />);
  await screen.getByRole('button', { name: 'Add variable' }).click();
  await userEvent.keyboard('aaa_first{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'addVar.aaa_first' })).toHaveFocus();
  await userEvent.keyboard('mine');
  expect(variables()).toEqual({ ...Object(before), aaa_first: 'mine' });
});

it('after a variable was not added the focus is on the button that adds', async () => {
  const screen = await showPanel(<Bench />);
  const add = screen.getByRole('button', { name: 'Add variable' });
  await add.click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(add).toHaveFocus();
});

it('no limit is a part of a token or of a millisecond', async () => {
  const limits = () => useDocuments.getState().working.samples[first?.id ?? '']?.request.constraints;
  const before = limits();
  const screen = await showPanel(<Bench />);
  const fields = screen.getByRole('region', { name: 'Limits' }).getByRole('spinbutton');
  await expect.element(fields.first()).toBeVisible();
  expect(fields.all()).toHaveLength(4);
  for (const field of fields.all()) {
    await field.fill('2.5');
    await expect.element(field).toHaveAccessibleDescription('Must be a whole number.');
  }
  expect(limits()).toEqual(before);
});
