import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContextTest, Expectation } from '../../shared/model/context-test.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { memoryOf, requestOf, staticStep } from '../support/engine-definitions.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { runGit } from '../support/run-git.ts';
import { removeFolder, writeTree } from '../support/temporary-folder.ts';

const state = { home: '', project: '' };
const canonical = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const rule = (id: string, bound: number, memory: string) => ({
  id,
  name: id,
  when: [{ field: 'addVar.risk', operator: 'gt' as const, value: bound }],
  then: { add_memories: [memory] },
});
const engine: ContextRuleEngine = {
  id: 'plan',
  name: 'Plan',
  description: '',
  enabled: true,
  rules: [rule('risky', 0.6, 'notes'), rule('grave', 2, 'alarm')],
};
const testOf = (id: string, risk: number, ...expected: Expectation[]): ContextTest => ({
  id,
  name: `${id} <"risk">`,
  request: requestOf({ additional_variables: { risk } }),
  expect: expected,
});
const contract = {
  id: 'calm',
  name: 'Calm',
  severity: 'error',
  state: { kind: 'never', memory: 'alarm' },
  when: [{ field: 'addVar.risk', operator: 'lt', value: 1 }],
};
const files = {
  '.codebolt/context-rule-engines/plan.json': canonical(engine),
  '.codebolt/PersistentMemory/notes.json': canonical(memoryOf('notes', { pipeline: [staticStep('n')] })),
  '.codebolt/PersistentMemory/alarm.json': canonical(memoryOf('alarm', { pipeline: [staticStep('a')] })),
  '.codebolt/contracts/calm.json': canonical(contract),
  '.codebolt/weft/tests/above.json': canonical(testOf('above', 0.7, { kind: 'included', memory: 'notes' })),
  '.codebolt/weft/tests/grave.json': canonical(testOf('grave', 3, { kind: 'fires', rule: 'plan/grave' })),
};
const edge = canonical(testOf('edge', 0.6, { kind: 'fires', rule: 'plan/risky' }));

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-tests-'));
  state.project = join(state.home, 'project');
  await mkdir(state.project);
  await writeTree(state.project, files);
});
afterAll(() => removeFolder(state.home));

const weft = (...values: string[]) =>
  runWeftHere(['test', ...values], {
    cwd: state.project,
    userDataDir: join(state.home, 'user-data'),
    stdin: '',
    env: { WEFT_TRUST: '1' },
  });

describe('weft test', () => {
  it('passes, then fails with what was expected, what is, and the mend; also as JUnit and with coverage', async () => {
    expect(await weft()).toEqual({
      code: 0,
      stdout: [
        'passed above <"risk">',
        'passed grave <"risk">',
        'proved Calm: never alarm when risk is less than 1',
        '2 tests passed, 0 failed; 1 contract, 0 refuted',
        '',
      ].join('\n'),
      stderr: '',
    });
    await writeTree(state.project, { '.codebolt/weft/tests/edge.json': edge });
    const failed = await weft('--coverage', '--junit', 'report.xml');
    expect([failed.code, failed.stderr]).toEqual([1, '']);
    expect(failed.stdout).toContain(
      [
        'failed edge <"risk">',
        '    expected plan/risky fires',
        '    but      it does not fire',
        '    to mend it in "risky" ask "risk is at least 0.6" instead of "risk is more than 0.6"',
      ].join('\n'),
    );
    expect(failed.stdout).toMatch(/^rules, firing and not +4 of 4 +0 +0 +0$/m);
    const xml = await readFile(join(state.project, 'report.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="weft tests" tests="3" failures="1" errors="0" skipped="0">');
    expect(xml).toContain(
      'name="edge &lt;&quot;risk&quot;&gt;"><failure message="expected that plan/risky fires',
    );
    const { passed, failed: count } = JSON.parse((await weft('above', '--json')).stdout);
    expect([passed, count, (await weft('nobody')).code]).toEqual([1, 0, 2]);
  });

  it('runs only what a change since a revision can touch', async () => {
    const git = (...values: string[]) => runGit(state.project, ...values);
    await writeTree(state.project, { '.codebolt/weft/tests/edge.json': edge });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const namesOf = async () => {
      const { results, skipped } = JSON.parse((await weft('--changed', 'HEAD', '--json')).stdout);
      return [results.map(({ id }: { readonly id: string }) => id), skipped];
    };
    expect(await namesOf()).toEqual([[], 3]);
    const changed = { ...engine, rules: [rule('risky', 0.5, 'notes'), rule('grave', 2, 'alarm')] };
    await writeTree(state.project, { '.codebolt/context-rule-engines/plan.json': canonical(changed) });
    expect(await namesOf()).toEqual([['edge'], 2]);
    const notes = memoryOf('notes', { pipeline: [staticStep('other')] });
    await writeTree(state.project, { '.codebolt/PersistentMemory/notes.json': canonical(notes) });
    expect(await namesOf()).toEqual([['above', 'edge', 'grave'], 0]);
  });
});
