import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultConfig } from '../../shared/model/config.ts';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import { engineAdding, memoryOf, requestOf } from '../../test/support/engine-definitions.ts';
import { sampled } from '../../test/support/property-runs.ts';
import { runGit } from '../../test/support/run-git.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { configFile, readConfigFile } from '../storage/files/config-file.ts';
import { configState, testsAt, touchedTests } from './changed-tests.ts';

const compared: ContextContract = {
  id: 'same',
  name: 'S',
  severity: 'error',
  state: { kind: 'equivalent', engines: ['on', 'off'] },
};
const state = {
  tests: [
    {
      id: 'named',
      name: 'N',
      request: requestOf(),
      expect: [{ kind: 'contract' as const, contract: 'same' }],
    },
    { id: 'other', name: 'O', request: requestOf(), expect: [{ kind: 'missing' as const, variables: [] }] },
  ],
  samples: [],
  engines: [engineAdding('on', 'm'), { ...engineAdding('off', 'm'), enabled: false }],
  memories: [memoryOf('m')],
  contracts: [compared],
  config: defaultConfig,
};

it('a contract that is another, or compares engines that are, touches the tests that name it and no others', () => {
  expect(touchedTests(state, state)).toEqual([]);
  const severe = { ...state, contracts: [{ ...compared, severity: 'warning' as const }] };
  expect(touchedTests(state, severe)).toEqual(['named']);
  expect(touchedTests(state, { ...state, contracts: [] })).toEqual(['named']);
  // It is disabled: what rules come to stays the same.
  const off = { ...engineAdding('off', 'n'), enabled: false };
  const [on = off] = state.engines;
  expect(touchedTests(state, { ...state, engines: [on, off] })).toEqual(['named']);
});

it('what an engine adds that a contract compares, or that it is there at all, touches the tests that name the contract', () => {
  const [on = engineAdding('on', 'm')] = state.engines;
  const final = { ...compared, after: 'budget' as const };
  const off = { ...engineAdding('off', 'n'), enabled: false };
  const before = {
    ...state,
    engines: [on, off],
    contracts: [final],
    memories: [memoryOf('m'), memoryOf('n')],
  };
  const other = memoryOf('n', { status: 'deprecated' });
  expect(touchedTests(before, { ...before, memories: [memoryOf('m'), other] })).toEqual(['named']);
  const bare = { ...before, engines: [on, { ...off, rules: [] }] };
  expect(touchedTests(bare, { ...bare, engines: [on] })).toEqual(['named']);
});

it('an engine that came or went touches the tests that name it, since without it their request is none', () => {
  const request = requestOf({ rule_engine_ids: ['off'] });
  const naming = { ...state, tests: state.tests.map(test => ({ ...test, request, expect: [] })) };
  const without = { ...naming, engines: state.engines.slice(0, 1) };
  expect([touchedTests(naming, without), touchedTests(without, naming)]).toEqual([
    ['named', 'other'],
    ['named', 'other'],
  ]);
  const renamed = naming.engines.map(engine => ({ ...engine, name: 'Another' }));
  expect(touchedTests(naming, { ...naming, engines: renamed })).toEqual([]);
});

const shut = (needs: object) => JSON.stringify({ context_engineering: { authority: { needs } } });

const changes: [string, string | undefined, string | undefined, boolean][] = [
  ['came', undefined, shut({ knowledge: 'user' }), true],
  ['went', shut({ knowledge: 'user' }), undefined, true],
  ['changed', shut({}), '{"context_engineering":{"redaction_mode":"off"}}', true],
  ['cannot be read any more', '{}', '{"context', true],
  ['could not be read', '{"context', '{}', true],
  ['is as it was, and cannot be read', '{"context', '{"context', false],
  ['is written otherwise', '{}', '{ "context_engineering": {} }', false],
  ['says what was said by its absence', undefined, '{"$schema":"x"}', false],
  ['is as it was', shut({ knowledge: 'user' }), shut({ knowledge: 'user' }), false],
];

it.each(sampled(changes, 3))(
  'a configuration that %s touches all tests, or none',
  async (_what, before, now, isTouching) => {
    const top = temporaryFolder();
    const folder = join(top, 'deep');
    await writeTree(folder, { 'a.txt': 'a', ...(before !== undefined && { [configFile]: before }) });
    runGit(top, 'init', '-q');
    runGit(top, 'add', '-A');
    runGit(top, 'commit', '-qm', 'first');
    rmSync(join(folder, configFile), { force: true });
    await writeTree(folder, { ...(now !== undefined && { [configFile]: now }) });
    const { config } = await testsAt(folder, 'HEAD');
    const changed = { ...state, config: configState(await readConfigFile(folder)) };
    expect(touchedTests({ ...state, config }, changed)).toEqual(isTouching ? ['named', 'other'] : []);
  },
);
