import { expect, it } from 'vitest';
import { forgottenMembers } from './kinds.ts';
import { edgesOf, readSourceTree } from './source-tree.ts';

const files = readSourceTree();
const paths = files.map(({ path }) => path);

it('every member of a kind is in its table', () => {
  expect(forgottenMembers(paths, files.flatMap(edgesOf))).toEqual([]);
});

it('control: one that is left out of its table is named', () => {
  const edges = files.filter(({ path }) => path !== 'shared/rules/operators.ts').flatMap(edgesOf);
  expect(forgottenMembers(paths, edges)).toContain('shared/rules/operators/exists.ts');
});
