import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { selectMemories, useDocuments } from '../../../stores/documents.ts';
import { loadProject } from '../../../stores/project.ts';
import { StepForm } from './StepForm.tsx';
import { WeightsField } from './WeightsField.tsx';

const id = 'two-searches';

function Bench() {
  const memory = useDocuments(selectMemories)[id];
  const step = memory?.retrieval.pipeline[1];
  return memory && step ? <StepForm before={[]} index={1} memory={memory} problems={[]} step={step} /> : null;
}

it('a name that is typed through the name of another step takes nothing of that step', async () => {
  const [first] = sampleFiles.memories;
  if (!first) throw new Error('the sample project has no memory');
  const pipeline = [
    { type: 'static', alias: 'docs', params: { items: ['a'] } },
    { type: 'static', alias: 'docs_2', params: { items: ['b'] } },
    { type: 'merge', params: { sources: ['docs', 'docs_2'] } },
  ] as const;
  const memory = { ...first, id, retrieval: { pipeline: structuredClone(pipeline) as never } }; // steps as files have them
  fakeWeft(openProjectAnswers({ ...sampleFiles, memories: [memory] }));
  await loadProject();
  const screen = await showPanel(<Bench />);
  const field = screen.getByRole('textbox', { name: 'Name of the result' });
  await field.click();
  await userEvent.keyboard('{End}{Backspace}{Backspace}');
  await expect.element(field).toHaveValue('docs');
  await userEvent.tab();
  await expect.element(screen.getByText('Another step has this name.')).toBeVisible();
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('docs_');
  await userEvent.keyboard('{End}{Backspace}');
  await expect.element(field).toHaveValue('docs');
  await userEvent.keyboard('New');
  await expect.element(field).toHaveValue('docsNew');
  const steps = () => useDocuments.getState().working.memories[id]?.retrieval.pipeline ?? [];
  expect(steps().map(({ alias }) => alias)).toEqual(['docs', 'docsNew', undefined]);
  expect(steps()[2]?.params?.sources).toEqual(['docs', 'docsNew']);
});

it('a weight that is typed before its field has a name is the weight of that field', async () => {
  const changed = vi.fn();
  const screen = await showPanel(
    <WeightsField fields={['age']} label="Weights" onChange={changed} weights={{}} />,
  );
  await screen.getByRole('button', { name: 'Add weight' }).click();
  await screen.getByRole('spinbutton', { name: 'Weight 1' }).fill('2');
  await screen.getByRole('combobox', { name: 'Field 1' }).fill('age');
  await userEvent.tab();
  await expect.poll(() => changed.mock.calls.at(-1)).toEqual([{ age: 2 }]);
});

it('a weight that is none goes with its row, and the row after it has its own', async () => {
  const at = (weights: object) => (
    <WeightsField fields={[]} label="Weights" onChange={() => {}} weights={weights} />
  );
  const screen = await showPanel(at({ age: 1, use: 1 }));
  const first = screen.getByRole('spinbutton', { name: 'Weight 1' });
  await first.fill('1x');
  await screen.getByRole('button', { name: 'Remove weight 1' }).click();
  await screen.rerender(at({ use: 1 }));
  await expect.element(first).toHaveValue('1');
});
