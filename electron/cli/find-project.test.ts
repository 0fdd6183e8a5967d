import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { findProject } from './find-project.ts';

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
});

it('a folder that is not there is bad usage', () => {
  expect(() => findProject(state.folder, 'nowhere')).toThrow('nowhere: there is no such folder');
});
