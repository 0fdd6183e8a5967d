import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { runGit } from '../../../test/support/run-git.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const inPhase = (value: string[], ...memories: string[]) => ({
  ...engineAdding('plan'),
  rules: [
    {
      id: 'r',
      name: 'R',
      when: [{ field: 'addVar.phase', operator: 'in' as const, value }],
      then: { add_memories: memories },
    },
  ],
});

it('compares given rules with the open project, over its samples or by a new request', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('engines.create', { engine: inPhase(['review', 'release'], 'checklist') });
  const before_engines = [inPhase(['review'], 'checklist')];
  expect(await call('rules.compare', { before_engines })).toMatchObject({
    answer: 'different',
    samples: 0,
    witness: { request: { additional_variables: { phase: 'release' } }, gained: ['checklist'] },
    structure: { engines: [{ id: 'plan', rules: [{ id: 'r', fields: ['when'] }] }], memories: [] },
    problems: [],
  });
  const request = { scope_variables: {}, additional_variables: { phase: 'release' } };
  await call('samples.save', { sample: { id: 's', name: 'Release', request }, expected_hash: null });
  expect(await call('rules.compare', { before_engines })).toMatchObject({
    reason: '1 of 1 samples change',
    flips: [{ sample_id: 's', name: 'Release', gained: ['checklist'] }],
  });
  const engines = [
    inPhase(['review', 'release'], 'checklist'),
    { ...inPhase(['release', 'review'], 'checklist'), id: 'p' },
  ];
  expect(await call('rules.compare', { pair: ['plan', 'p'], engines, memories: [] })).toMatchObject({
    answer: 'equivalent',
    samples: 1,
  });
});

it('compares with a git revision, and says where there is none', async () => {
  const { call, ask, openEmpty } = startApp();
  const folder = await openEmpty();
  const git = (...values: string[]) => runGit(folder, ...values);
  expect(await ask('rules.compare', { revision: 'HEAD' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: expect.stringContaining('not a git repository') },
  });
  const { hash } = await call('engines.create', { engine: inPhase(['review'], 'checklist') });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  expect(await call('rules.compare', { revision: 'HEAD' })).toMatchObject({
    answer: 'equivalent',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    structure: { engines: [], memories: [] },
  });
  await call('engines.save', { engine: inPhase(['review'], 'other'), expected_hash: hash });
  expect(await call('rules.compare', { revision: 'HEAD' })).toMatchObject({
    answer: 'different',
    witness: { gained: ['other'], lost: ['checklist'] },
  });
  expect(await call('engines.atRevision', { revision: 'HEAD' })).toMatchObject({
    engines: [inPhase(['review'], 'checklist')],
    memories: [],
    problems: [],
  });
  expect(await ask('engines.atRevision', { revision: '--output=x' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: expect.stringContaining('git knows no such revision') },
  });
});

it('names files of the project that are not compared, since they cannot be read or may not act', async () => {
  const { call, openEmpty } = startApp();
  const folder = await openEmpty();
  await call('engines.create', { engine: inPhase(['review'], 'checklist') });
  const before_engines = [inPhase(['review'], 'checklist')];
  const file = '.codebolt/context-rule-engines/plan.json';
  const notCompared = async (given: object = {}) =>
    (await call('rules.compare', { before_engines, ...given })).problems;
  await writeTree(folder, { [file]: JSON.stringify(inPhase(['review'], 'other')) });
  expect(await notCompared()).toMatchObject([
    { file, reason: expect.stringContaining('changed outside of Weft after the project was trusted') },
  ]);
  await writeTree(folder, { [file]: '{', '.codebolt/weft/samples/s.json': '[' });
  const sample = { file: '.codebolt/weft/samples/s.json' };
  expect(await notCompared()).toMatchObject([{ file }, sample]);
  expect(
    await notCompared({ pair: ['plan', 'plan'], before_engines: undefined, engines: before_engines }),
  ).toMatchObject([sample]);
  expect(await notCompared({ engines: [], memories: [], samples: [] })).toEqual([]);
});

it('refuses what says not, or twice, what to compare with, and rules that are none', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const refused = async (input: object) => {
    const reply = await ask('rules.compare', input);
    return reply.ok ? reply.value : reply.error.message;
  };
  const one = 'say what to compare with by one of "revision", "before_engines" and "pair"';
  expect(await refused({})).toBe(one);
  expect(await refused({ revision: 'HEAD', before_engines: [] })).toBe(one);
  expect(await refused({ before_engines: [{ id: 'x' }] })).toMatch(/an engine cannot be used/);
  expect(await refused({ pair: ['a', 'b'] })).toBe('there is no engine "a"');
  expect(await refused({ pair: ['a', 'b'], before_memories: [memoryOf('m')] })).toMatch(/only beside/);
});
