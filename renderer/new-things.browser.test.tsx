import { beforeEach, expect, it } from 'vitest';
import { keysOf } from '../shared/model/entries.ts';
import { type StudioCommandId, studioCommands } from '../shared/model/studio-command.ts';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { createContract } from './features/contracts/use-contracts.ts';
import { createMemory } from './features/memories/edits/memory-commands.ts';
import { addEngine } from './features/rules/edits/engine-edits.ts';
import { startRule } from './features/rules/rule-actions.ts';
import { createSample } from './features/samples/logic/sample-commands.ts';
import { createTest } from './features/tests/use-tests.ts';
import { edit, undoAll, useDocuments } from './stores/documents.ts';
import { type Documents, documentKinds } from './stores/history.ts';
import { loadProject } from './stores/project.ts';

type NewCommand = Extract<StudioCommandId, `${string}.new`>;
/** They make no definition. */
type Elsewhere = 'project.new' | 'window.new';

/** What each command that makes a definition makes. */
const makers: Record<Exclude<NewCommand, Elsewhere>, () => void> = {
  'engine.new': () =>
    edit('new engine', draft => {
      addEngine(draft, 'New engine');
    }),
  'memory.new': () => createMemory('New memory', 'new-memory', []),
  'sample.new': createSample,
  'contract.new': createContract,
  'test.new': createTest,
  'rule.new': () => void startRule('planning-rules'),
};

beforeEach(async () => {
  fakeWeft(openProjectAnswers(sampleFiles));
  await loadProject();
  return undoAll;
});

/** Texts of what came with an edit, its own id and the engine that it was begun in left out. */
function textsOf(before: Documents, after: Documents): string[] {
  return documentKinds.flatMap(kind =>
    Object.entries(after[kind]).flatMap(([id, document]) =>
      before[kind][id] === document ? [] : textsIn(document).filter(text => text !== id),
    ),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What a definition could name: other definitions, and variables. */
function namesOf({ engines, memories, samples, contracts, tests }: Documents): ReadonlySet<string> {
  const rules = Object.values(engines).flatMap(({ id, rules: own }) =>
    own.flatMap(rule => [`${id}/${rule.id}`, ...rule.when.map(({ field }) => field)]),
  );
  return new Set([engines, memories, samples, contracts, tests].flatMap(Object.keys).concat(rules));
}

const named = (before: Documents, after: Documents) => {
  const names = namesOf(before);
  return textsOf(before, after).filter(text => names.has(text));
};

it('knows every command that makes something', () => {
  const commands = keysOf(studioCommands).filter(id => id.endsWith('.new'));
  expect(commands.toSorted()).toEqual([...keysOf(makers), 'project.new', 'window.new'].toSorted());
});

it.each(keysOf(makers))('%s guesses nothing: what it makes names nothing that the project has', command => {
  const before = useDocuments.getState().working;
  makers[command]();
  const after = useDocuments.getState().working;
  expect(after).not.toBe(before);
  expect(named(before, after)).toEqual([]);
});

it('finds what is guessed', () => {
  const before = useDocuments.getState().working;
  createContract();
  edit('guess', draft => {
    const made = draft.contracts['new-contract'];
    if (made) made.state = { kind: 'always', memory: Object.keys(draft.memories)[0] ?? '' };
  });
  expect(named(before, useDocuments.getState().working)).toEqual([Object.keys(before.memories)[0]]);
});

it('writes none of what is only begun', () => {
  createContract();
  createTest();
  expect(useDocuments.getState().unsaved).toEqual([]);
  edit('say it', draft => {
    const [memory = ''] = Object.keys(draft.memories);
    const [sample = ''] = Object.keys(draft.samples);
    Object.assign(draft.contracts['new-contract'] ?? {}, { state: { kind: 'always', memory } });
    Object.assign(draft.tests['new-test'] ?? {}, { sample, expect: [{ kind: 'included', memory }] });
  });
  expect(useDocuments.getState().unsaved.map(({ id }) => id)).toEqual(['new-contract', 'new-test']);
});
