import { expect, it } from 'vitest';
import { assembled } from '../../../test/support/assembled.ts';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { loadProject } from '../../stores/project.ts';
import { SamplesList } from './SamplesList.tsx';

const many = 20;

const samples = Array.from({ length: many }, (_, at) => ({
  id: `sample-${at}`,
  name: `Sample ${at}`,
  request: { additional_variables: { at } },
}));

/** Places of the samples whose assembly was asked for, in turn. */
async function openMany(): Promise<readonly number[]> {
  const asked: number[] = [];
  const answers = openProjectAnswers({ ...sampleFiles, samples });
  fakeWeft({
    ...answers,
    'assembly.preview': async ({ request }) => {
      asked.push(Number(request.additional_variables?.at));
      // So long that the list can be left between two of them.
      await new Promise(resolve => setTimeout(resolve, 60));
      return assembled({});
    },
  });
  await loadProject();
  return asked;
}

it('a list that is left and opened again goes on with the samples it had not come to, and then with all', async () => {
  const asked = await openMany();
  const screen = await showPanel(<SamplesList />);
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await screen.unmount();
  const before = asked.length;
  expect(before).toBeLessThan(many);
  expect(asked).toEqual(Array.from({ length: before }, (_, at) => at));
  await showPanel(<SamplesList />);
  // The one that was under way is asked for again.
  const rest = Array.from({ length: many - before + 1 }, (_, at) => before - 1 + at);
  const whole = before + many;
  await expect.poll(() => asked.length).toBe(whole);
  expect(asked.slice(before)).toEqual([...rest, ...asked.slice(0, before - 1)]);
});
