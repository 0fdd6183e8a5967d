import { expect, it } from 'vitest';
import { nearNames, withNearest } from './near-names.ts';

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

it('counts characters beyond the basic plane as others', () => {
  expect(nearNames('plans', ['🚀rule', '🚀rules', 'plan🚀'])).toEqual(['plan🚀']);
});

it('names the nearest of what is known, and of a short name nothing that shares no half with it', () => {
  const said = (name: string) => withNearest('there is none', name, ['api-contracts', 'api', 'mm', 'b']);
  expect(['api-contract', 'apj', 'm', 'a', 'other'].map(said)).toEqual([
    'there is none; did you mean "api-contracts"?',
    'there is none; did you mean "api"?',
    'there is none; did you mean "mm"?',
    'there is none',
    'there is none',
  ]);
});
