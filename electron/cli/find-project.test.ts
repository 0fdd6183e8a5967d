import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { findProject, findProjectBehind } from './find-project.ts';

const state = { folder: '' };

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-find-'));
  await mkdir(join(state.folder, 'outer/.codebolt'), { recursive: true });
  await mkdir(join(state.folder, 'outer/inner/.codebolt'), { recursive: true });
  await mkdir(join(state.folder, 'outer/inner/src/deep'), { recursive: true });
});

afterAll(() => removeFolder(state.folder));

it.each([
  ['outer', undefined, 'outer'],
  ['outer/inner/src/deep', undefined, 'outer/inner'],
  ['outer/inner', '..', 'outer'],
  ['outer', 'inner/src', 'outer/inner/src'],
])('from %s with --project %s it is %s', (cwd, given, expected) => {
  expect(findProject(join(state.folder, cwd), given)).toBe(join(state.folder, expected));
});

it('there may be none', () => {
  expect(findProject(state.folder, undefined)).toBeNull();
  expect([findProjectBehind(state.folder), findProjectBehind(join(state.folder, 'nowhere'))]).toEqual([
    null,
    null,
  ]);
});

it('is found behind a link to a folder of it', async () => {
  const link = join(state.folder, 'link');
  await symlink(join(state.folder, 'outer/inner/src'), link);
  const inner = join(state.folder, 'outer/inner');
  expect([findProjectBehind(link), findProjectBehind(join(link, 'deep'))]).toEqual([inner, inner]);
});

it('a folder that is not there is bad usage', () => {
  expect(() => findProject(state.folder, 'nowhere')).toThrow('nowhere: there is no such folder');
});
