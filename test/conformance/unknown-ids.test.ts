import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { type AppHarness, startApp } from '../support/app-harness.ts';
import { prepare, trialsOf } from '../support/parameter-trials.ts';
import { inputsFor, procedureParameters, type Trial } from '../support/parameter-walk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Misspelled {
  readonly path: string;
  readonly id: string;
  /** The whole, with this one text changed. */
  readonly value: unknown;
}

/** Each text in a value that is the id of a definition, misspelled by one letter. */
function misspelled(value: unknown, ids: ReadonlySet<string>, path = ''): Misspelled[] {
  if (typeof value === 'string') return ids.has(value) ? [{ path, id: value, value: `${value}x` }] : [];
  if (Array.isArray(value))
    return value.flatMap((inner, at) =>
      misspelled(inner, ids, `${path}[]`).map(one => ({ ...one, value: value.with(at, one.value) })),
    );
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    misspelled(inner, ids, `${path}.${key}`).map(one => ({ ...one, value: { ...value, [key]: one.value } })),
  );
}

async function definitionIds({ call }: AppHarness): Promise<Set<string>> {
  const { engines } = await call('engines.list', {});
  const { memories } = await call('memories.list', {});
  const { samples } = await call('samples.list', {});
  const { tests } = await call('tests.list', {});
  const { contracts } = await call('contracts.list', {});
  return new Set([...engines, ...memories, ...samples, ...tests, ...contracts].map(({ id }) => id));
}

/** Sentences of an answer that say there is none of a name, and not which one was probably meant. */
function muteSentences(answer: unknown, name: string): string[] {
  if (typeof answer === 'string')
    return /there is no /.test(answer) && answer.includes(`"${name}"`) && !answer.includes('did you mean "')
      ? [answer]
      : [];
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).flatMap(inner => muteSentences(inner, name));
}

/** Every place of every procedure that takes the id of a definition, with each of its good inputs misspelled there. */
function allMisspelled(trials: Readonly<Record<string, Trial>>, ids: ReadonlySet<string>) {
  return procedureParameters.flatMap(([name, parameters]) => {
    const trial = trials[name];
    if (trial === undefined) return [];
    const inputs = [trial.input, ...parameters.flatMap(parameter => inputsFor(parameter, trial))];
    const all = inputs.flatMap(input => misspelled(input, ids));
    return all.map(({ path, id, value }) => ({ name, place: `${name}: ${path}`, id, value }));
  });
}

it('what says that there is no definition of a name says which one was probably meant', async () => {
  const first = startApp();
  const template = await first.openEmpty();
  const trials = trialsOf(await prepare(first, template));
  const ids = await definitionIds(first);
  await first.app.close();
  const app = startApp();
  const openCopy = async () => {
    const folder = temporaryFolder();
    cpSync(template, folder, { recursive: true });
    await app.call('project.open', { path: folder });
    await app.call('project.trust', { decision: 'grant' });
  };
  await openCopy();
  const tried = new Set<string>();
  const told = new Set<string>();
  const mute = new Map<string, string[]>();
  for (const { name, place, id, value } of allMisspelled(trials, ids)) {
    // Where there is none at all, as in a list that was given empty, none is near: another input may tell.
    if (tried.has(place) && !mute.has(place)) continue;
    tried.add(place);
    const answer = await app.ask(name, value);
    if (contract[name].access === 'write') await openCopy();
    mute.set(place, muteSentences(answer, `${id}x`));
    if (JSON.stringify(answer).includes(`did you mean \\"${id}\\"?`)) told.add(place);
    if (told.has(place) || mute.get(place)?.length === 0) mute.delete(place);
  }
  expect(Object.fromEntries(mute)).toEqual({});
  expect([...told]).toEqual(
    expect.arrayContaining([
      'engines.get: .id',
      'memories.get: .id',
      'samples.get: .id',
      'tests.run: .tests[].sample',
      'tests.run: .contracts[].state.memory',
      'contracts.check: .contracts[].state.memory',
      'assembly.assemble: .request.explicit_memory[]',
      'assembly.preview: .overlay.engines[].rules[].then.add_memories[]',
    ]),
  );
}, 600_000);

it('control: a sentence that leaves it at that is found, wherever it stands', () => {
  const said = 'there is no memory "planx"';
  const answer = { problems: [{ message: said }, `${said}; did you mean "plan"?`] };
  expect(muteSentences(answer, 'planx')).toEqual([said]);
});
