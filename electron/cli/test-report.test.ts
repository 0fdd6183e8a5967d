import { expect, it } from 'vitest';
import { startApp } from '../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { configFile } from '../storage/files/config-file.ts';
import {
  contractKind,
  engineKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../storage/files/definition-kinds.ts';
import { collectReport, isFailed } from './test-report.ts';

const kinds = [testKind, contractKind, engineKind, memoryKind, sampleKind];
const files = [...kinds.map(({ folder }) => `${folder}/broken.json`), configFile];

async function reported(
  tree: Readonly<Record<string, string>>,
  ids: readonly string[] = [],
  changed?: string,
) {
  const folder = temporaryFolder();
  await writeTree(folder, { 'readme.md': '', ...tree });
  const { call } = startApp({ trustsAll: true });
  await call('project.open', { path: folder, create: true });
  return collectReport({ ...(changed !== undefined && { changed }) }, { ask: call }, ids);
}

it.each(files)('a run fails where %s cannot be read', async file => {
  const report = await reported({ [file]: '{"id":' });
  expect(report.problems.map(problem => problem.file)).toEqual([file]);
  expect(isFailed(report)).toBe(true);
});

it('control: a run without anything passes', async () => {
  const report = await reported({ [configFile]: '{}' });
  expect(report.problems).toEqual([]);
  expect(isFailed(report)).toBe(false);
});

it.each([undefined, 'HEAD'])(
  'a test that is not there is told, also where only tests since %s are to run',
  async changed => {
    await expect(reported({}, ['typo'], changed)).rejects.toThrow('there is no test "typo"');
  },
);
