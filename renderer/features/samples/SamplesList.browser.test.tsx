import { expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { assembled } from '../../../test/support/assembled.ts';
import { showPanel, someFrames } from '../../../test/support/control-states.tsx';
import { type FakeWeft, fakeWeft, openProjectAnswers, sampleFiles } from '../../../test/support/fake-weft.ts';
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

/** The contract's way of saying what is wrong with a request. */
const invalid = new AppError('invalid_input', 'the request cannot be used', {
  errors: [{ code: 'shape', path: 'input', message: 'is no text' }],
});
const isLast = ({ request }: Input<'assembly.preview'>) => request.additional_variables?.at === 5;

/** Answers for the last sample that its request is invalid, and for the others this. */
function fakeTotals(others: AppError | AssembledContext): FakeWeft {
  const answer = (input: Input<'assembly.preview'>) => {
    const given = isLast(input) ? invalid : others;
    if (given instanceof AppError) throw given;
    return given;
  };
  return fakeWeft({
    ...openProjectAnswers({ ...sampleFiles, samples }),
    'assembly.preview': answer,
  });
}

it('calls a sample invalid where its request is, and none of a project that is not trusted', async () => {
  fakeTotals(new AppError('untrusted_project', 'the project is not trusted'));
  await loadProject();
  const screen = await showPanel(<SamplesList />);
  // The last one to be assembled, and the only one.
  await expect.element(screen.getByText('invalid')).toBeVisible();
  await expect.element(screen.getByText(/tokens$/)).not.toBeInTheDocument();
});

it('keeps what a sample came to where a call fails', async () => {
  const weft = fakeTotals(assembled({ meta: { token_estimate: 7 } }));
  await loadProject();
  const screen = await showPanel(<SamplesList />);
  await expect.element(screen.getByText('invalid')).toBeVisible();
  const rounds = () => weft.asked.filter(({ name }) => name === 'assembly.preview').length / samples.length;
  expect(rounds()).toBe(1);
  weft.answer({ 'assembly.preview': new AppError('internal', 'the disk is full') });
  weft.tell({ event: 'project:changed', what: 'documents' });
  await expect.poll(rounds).toBe(2);
  await someFrames();
  expect(screen.getByText('7 tokens').elements()).toHaveLength(5);
  await expect.element(screen.getByText('invalid')).toBeVisible();
});
