import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { AppError } from '../../shared/contract/errors.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { edit, undoAll } from './documents.ts';
import { useFollowTests, useLiveTests } from './live-tests.ts';
import { loadProject } from './project.ts';

beforeEach(() => undoAll);

function Following() {
  useFollowTests();
  return <p>followed</p>;
}

it('a run that fails after an edit says nothing of the run after it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'tests.run': async () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      await run.promise;
      if (run === runs[0]) throw new AppError('internal', 'the first run failed');
      return { passed: 0, failed: 0, results: [] };
    },
  });
  await loadProject();
  await render(<Following />);
  await expect.poll(() => runs.length).toBe(1);
  edit('change something', draft => {
    for (const test of Object.values(draft.tests)) test.name = `${test.name} again`;
  });
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await expect.poll(() => useLiveTests.getState().of).toBeDefined();
  runs[0]?.resolve();
  await new Promise(resume => setTimeout(resume));
  expect(useLiveTests.getState().error).toBeUndefined();
});

it('of two runs of the same documents the later one counts, whichever ends first', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const weft = fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'tests.run': async () => {
      const run = Promise.withResolvers<void>();
      const number = runs.push(run);
      await run.promise;
      return {
        passed: 0,
        failed: 0,
        results: [{ id: `run ${number}`, name: '', passed: true, expectations: [] }],
      };
    },
  });
  await loadProject();
  await render(<Following />);
  await expect.poll(() => runs.length).toBe(1);
  weft.tell({ event: 'project:changed', what: 'documents' });
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await expect.poll(() => Object.keys(useLiveTests.getState().results)).toEqual(['run 2']);
  runs[0]?.resolve();
  await new Promise(resume => setTimeout(resume));
  expect(Object.keys(useLiveTests.getState().results)).toEqual(['run 2']);
});
