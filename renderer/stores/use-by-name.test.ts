import { expect, it } from 'vitest';
import { removeContract } from '../features/contracts/use-contracts.ts';
import { removeSample } from '../features/samples/logic/sample-commands.ts';
import { removeTest } from '../features/tests/use-tests.ts';
import { useDocuments } from './documents.ts';
import { emptyDocuments } from './history.ts';
import { useWorkspace } from './workspace.ts';

const named = (name: string) => ({ id: name, name });
const of = <Document>(make: (name: string) => Document) =>
  Object.fromEntries(['c10', 'a', 'c9'].map(name => [name, make(name)]));
const working = {
  ...emptyDocuments,
  samples: of(name => ({ ...named(name), request: {} })),
  tests: of(name => ({ ...named(name), sample: 'none', expect: [] })),
  contracts: of(name => ({
    ...named(name),
    severity: 'error' as const,
    state: { kind: 'always' as const, memory: 'm' },
  })),
};
const removals = {
  sampleId: removeSample,
  testId: removeTest,
  contractId: removeContract,
} as const;

it.each(
  Object.entries(removals).flatMap(([selected, remove]) =>
    [
      ['a', 'c9'],
      ['c9', 'c10'],
      ['c10', 'c9'],
    ].map(([id = '', shown]) => ({ selected, remove, id, shown })),
  ),
)('of the list of $selected, $shown is shown once $id is deleted', ({ selected, remove, id, shown }) => {
  useDocuments.setState({ working, saved: working, past: [], future: [] });
  remove(id);
  expect(useWorkspace.getState()).toMatchObject({ [selected]: shown });
});
