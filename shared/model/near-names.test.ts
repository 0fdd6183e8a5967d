import { expect, it } from 'vitest';
import { nearNames } from './near-names.ts';

const known = ['engines.list', 'engines.get', 'samples.list', 'assembly.assemble'];

it.each([
  ['engine.list', ['engines.list']],
  ['ENGINES.LIST', ['engines.list']],
  ['asembly.asemble', ['assembly.assemble']],
  ['quite.different', []],
  ['x'.repeat(100_000), []],
])('finds what %s was probably meant to be', (name, near) => {
  expect(nearNames(name, known)).toEqual(near);
});
