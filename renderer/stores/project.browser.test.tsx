import { expect, it } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../test/support/fake-weft.ts';
import { useDocuments } from './documents.ts';
import { loadProject, useProject } from './project.ts';

it('a project that cannot be read is not shown as an empty one, and is there once it can', async () => {
  const weft = fakeWeft(openProjectAnswers(sampleFiles));
  weft.answer({ 'engines.list': new AppError('storage_failed', 'the disk is gone') });
  await loadProject();
  expect(useProject.getState()).toMatchObject({ status: 'failed', error: 'the disk is gone' });
  weft.answer(openProjectAnswers(sampleFiles));
  await loadProject();
  expect(useProject.getState().status).toBe('ready');
  expect(Object.keys(useDocuments.getState().working.engines)).toHaveLength(sampleFiles.engines.length);
});
