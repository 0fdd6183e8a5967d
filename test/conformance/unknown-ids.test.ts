import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { startApp } from '../support/app-harness.ts';
import { prepare, trialsOf } from '../support/parameter-trials.ts';
import { inputsFor, procedureParameters, type Trial } from '../support/parameter-walk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Misspelled {
  readonly path: string;
  readonly id: string;
  /** The whole, with this one text changed. */
  readonly value: unknown;
}

/** Each text in a value, whatever it names, misspelled by one letter: what is no id is found by nobody to be missing. */
function misspelled(value: unknown, path = ''): Misspelled[] {
  if (typeof value === 'string') return value === '' ? [] : [{ path, id: value, value: `${value}x` }];
  if (Array.isArray(value))
    return value.flatMap((inner, at) =>
      misspelled(inner, `${path}[]`).map(one => ({ ...one, value: value.with(at, one.value) })),
    );
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    misspelled(inner, `${path}.${key}`).map(one => ({ ...one, value: { ...value, [key]: one.value } })),
  );
}

/** Sentences of an answer that say there is none of a name, and not which one was probably meant. */
function muteSentences(answer: unknown, name: string): string[] {
  if (typeof answer === 'string')
    return /there is no /.test(answer) && answer.includes(`"${name}"`) ? withoutNearest(answer) : [];
  if (!isJsonObject(answer) && !Array.isArray(answer)) return [];
  const { code, message } = isJsonObject(answer) ? answer : {};
  if (code === 'not_found' && typeof message === 'string') return withoutNearest(message);
  return Object.values(answer).flatMap(inner => muteSentences(inner, name));
}

/** Where all that are there are told, the nearest is among them; files and revisions are looked for by whoever has them. */
const withoutNearest = (said: string): string[] =>
  /did you mean "|; there (is|are):? |; check the path$|git knows no such revision/.test(said) ? [] : [said];

/** Every place of every procedure that takes the id of a definition, with each of its good inputs misspelled there. */
function allMisspelled(trials: Readonly<Record<string, Trial>>) {
  return procedureParameters.flatMap(([name, parameters]) => {
    const trial = trials[name];
    if (trial === undefined) return [];
    const inputs = [trial.input, ...parameters.flatMap(parameter => inputsFor(parameter, trial))];
    const all = inputs.flatMap(input => misspelled(input));
    return all.map(({ path, id, value }) => ({ name, place: `${name}: ${path}`, id, value }));
  });
}

/** What takes one definition by its id. */
const ofOne = Object.keys(contract).flatMap(name =>
  /^(engines|memories|samples|tests|contracts)\.(get|delete|export|duplicate)$/.test(name)
    ? [`${name}: .id`]
    : [],
);

it('what says that there is nothing of a name says which one was probably meant', async () => {
  const first = startApp();
  const template = await first.openEmpty();
  const trials = trialsOf(await prepare(first, template));
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
  const last = { name: '', writes: false };
  const told = new Set<string>();
  const mute = new Map<string, string[]>();
  for (const { name, place, id, value } of allMisspelled(trials)) {
    // Where there is none at all, as in a list that was given empty, none is near: another input may tell.
    if (tried.has(place) && !mute.has(place)) continue;
    tried.add(place);
    // What a procedure wrote is in the way of the next one.
    if (last.name !== name && last.writes) await openCopy();
    Object.assign(last, { name, writes: contract[name].access === 'write' });
    const answer = await app.ask(name, value);
    mute.set(place, muteSentences(answer, `${id}x`));
    if (JSON.stringify(answer).includes(`did you mean \\"${id}\\"?`)) told.add(place);
    if (told.has(place) || mute.get(place)?.length === 0) mute.delete(place);
  }
  expect(Object.fromEntries(mute)).toEqual({});
  expect([...told]).toEqual(
    expect.arrayContaining([
      ...ofOne,
      'assembly.assemble: .request.explicit_memory[]',
      'assembly.explain: .memory_id',
      'assembly.preview: .overlay.engines[].rules[].then.add_memories[]',
      'contracts.check: .contracts[].state.memory',
      'conversations.get: .conversation_id',
      'documents.embed: .collection',
      'engines.deleteRule: .rule_id',
      'errorPatterns.feedback: .pattern_hash',
      'flights.get: .session_id',
      'graph.neighbours: .id',
      'graph.read: .viewId',
      'health.report: .session_id',
      'ledger.get: .id',
      'rules.compare: .pair[]',
      'rules.evaluate: .engine_id',
      'tests.run: .contracts[].state.memory',
      'tests.run: .ids[]',
      'tests.run: .tests[].sample',
      'topics.delete: .slug',
    ]),
  );
}, 600_000);

it('tells no id to an agent that may not read the project', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const messages = [{ id: 'm', index: 0, role: 'user' as const, parts: 'Hello' }];
  await call('conversations.import', { id: 'planning', messages, embedder: 'none' });
  const get = (door: 'mcp' | 'http') => ask('conversations.get', { conversation_id: 'plannin' }, { door });
  const message = 'there is no conversation "plannin"; did you mean "planning"?';
  expect([await get('mcp'), await get('http')]).toMatchObject([
    { error: { message } },
    { error: { message } },
  ]);
  await call('project.trust', { decision: 'revoke' });
  expect([await get('mcp'), await get('http')]).toMatchObject([
    { error: { code: 'untrusted_project', message: expect.not.stringContaining('planning') } },
    { error: { message } },
  ]);
});

it('control: a sentence that leaves it at that is found, wherever it stands', () => {
  const said = 'there is no memory "planx"';
  const answer = { problems: [{ message: said }, `${said}; did you mean "plan"?`] };
  expect(muteSentences(answer, 'planx')).toEqual([said]);
  const error = { code: 'not_found', message: 'nothing is known of the session "x"; feed it first' };
  expect(muteSentences({ ok: false, error }, 'planx')).toEqual([error.message]);
});
