import { expect, it } from 'vitest';
import { assembled } from '../../../test/support/assembled.ts';
import { showPanel } from '../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
import { loadProject } from '../../stores/project.ts';
import { SamplesList } from './SamplesList.tsx';

const samples = Array.from({ length: 6 }, (_, at) => ({
  id: `sample-${at}`,
  name: `Sample ${at}`,
  request: { additional_variables: { at } },
}));

it('a list that is left and opened again goes on with the samples it had not come to, and then with all', async () => {
  /** Places of the samples whose assembly was asked for, in turn. */
  const asked: unknown[] = [];
  const held = Promise.withResolvers<void>();
  fakeWeft({
    ...openProjectAnswers({ ...sampleFiles, samples }),
    'assembly.preview': async ({ request }) => {
      asked.push(request.additional_variables?.at);
      if (asked.length === 4) await held.promise;
      return assembled({});
    },
  });
  await loadProject();
  const screen = await showPanel(<SamplesList />);
  await expect.poll(() => asked).toEqual([0, 1, 2, 3]);
  await screen.unmount();
  held.resolve();
  await showPanel(<SamplesList />);
  // The one that was under way is asked for again.
  await expect.poll(() => asked).toEqual([0, 1, 2, 3, 3, 4, 5, 0, 1, 2]);
});
