import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { engineAdding, memoryOf, staticStep } from '../../support/engine-definitions.ts';
import { repository } from '../../support/run-weft.ts';
import { temporaryFolder, writeTree } from '../../support/temporary-folder.ts';

const action = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
    runs: z.object({
      using: z.literal('composite'),
      steps: z.array(
        z.strictObject({
          name: z.string(),
          id: z.string().optional(),
          shell: z.literal('bash'),
          env: z.record(z.string(), z.string()),
          run: z.string(),
        }),
      ),
    }),
  })
  .loose()
  .parse(parse(readFileSync(join(repository, 'action.yml'), 'utf8')));

const weft = `${process.execPath} ${join(repository, 'dist/cli.cjs')}`;
const state = { folder: '', first: '' };

const rule = (value: string[], ...memories: string[]) => ({
  id: 'review',
  name: 'Review',
  when: [{ field: 'addVar.phase', operator: 'in', value }],
  then: { add_memories: memories },
});
const engineFile = '.codebolt/context-rule-engines/plan.json';
const contractFile = '.codebolt/contracts/checked.json';
const engine = (...rules: object[]) => JSON.stringify({ ...engineAdding('plan'), name: 'Plan', rules });

function git(...values: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...values], { cwd: state.folder, encoding: 'utf8' }).trim();
}

/** A repository with two commits: the second lets a rule fire for another phase. */
beforeEach(async () => {
  state.folder = temporaryFolder();
  await writeTree(state.folder, {
    [engineFile]: engine(rule(['review'], 'checklist')),
    '.codebolt/PersistentMemory/checklist.json': JSON.stringify(
      memoryOf('checklist', { pipeline: [staticStep('Look twice.')] }),
    ),
    [contractFile]: JSON.stringify({
      id: 'checked',
      name: 'Reviews have the checklist',
      severity: 'error',
      state: { kind: 'always', memory: 'checklist' },
      when: [{ field: 'addVar.phase', operator: 'eq', value: 'review' }],
    }),
    '.codebolt/weft/tests/review.json': JSON.stringify({
      id: 'review',
      name: 'A review has the checklist',
      request: { scope_variables: {}, additional_variables: { phase: 'review' } },
      expect: [{ kind: 'included', memory: 'checklist' }],
    }),
  });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  state.first = git('rev-parse', 'HEAD');
  await commit(rule(['review', 'release'], 'checklist'));
});

async function commit(...rules: object[]): Promise<void> {
  await writeTree(state.folder, { [engineFile]: engine(...rules) });
  git('add', '.');
  git('commit', '--quiet', '--message', 'next');
}

type Words = Readonly<Record<string, string>>;

/** What an expression of the action comes to; one that this test does not know is a mistake of either. */
function expressionValue(expression: string, words: Words): string {
  const [found = ''] = expression
    .split('||')
    .map(name => {
      const value = words[name.trim()];
      if (value === undefined) throw new Error(`the action asks for "${name.trim()}"`);
      return value;
    })
    .filter(value => value !== '');
  return found;
}

const filled = (text: string, words: Words): string =>
  text.replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => expressionValue(expression, words));

/** Runs the steps one after the other, as the runner does, until one fails. */
function runAction(given: Words) {
  const temp = temporaryFolder();
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')];
  mkdirSync(join(temp, 'runner'));
  for (const file of [output, summary]) writeFileSync(file, '');
  const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [
    `inputs.${name}`,
    value,
  ]);
  const asked = Object.entries({ weft, ...given }).map(([name, value]) => [`inputs.${name}`, value]);
  const words: Words = {
    'runner.temp': join(temp, 'runner'),
    'github.event.pull_request.base.sha': '',
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(asked),
  };
  let code = 0;
  let said = '';
  for (const step of action.runs.steps) {
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [name, filled(text, words)]),
    );
    const run = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: state.folder,
      env: {
        PATH: process.env.PATH,
        HOME: temp,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
      },
      encoding: 'utf8',
    });
    said += run.stdout + run.stderr;
    code = run.status ?? -1;
    if (code !== 0) break;
  }
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .trim()
      .split('\n')
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return { code, said, outputs, summary: readFileSync(summary, 'utf8') };
}

describe('the action', () => {
  it('takes no input into a script, and says of each output what a step says', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.judge.outputs.${name} }}`);
  });

  it('passes where all is well, and says what the change does to contexts', () => {
    const { code, outputs, summary, said } = runAction({ base: state.first });
    expect([code, outputs.failed], said).toEqual([0, '']);
    const comment = readFileSync(outputs.comment ?? '', 'utf8');
    expect(summary).toBe(comment);
    expect(comment).toContain('The request gains `checklist`:');
    expect(comment).toContain('"phase": "release"');
    expect(comment).toContain('All passed.');
    expect(JSON.parse(readFileSync(outputs.sarif ?? '', 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(outputs.junit ?? '', 'utf8')).toMatch(
      /<testsuites?[\s\S]*A review has the checklist/,
    );
  });

  it('control: fails, with what broke, where a contract and a test are broken, and compares nothing without a base', async () => {
    await commit(rule(['release'], 'checklist'));
    const { code, outputs, summary } = runAction({});
    expect([code, outputs.failed]).toEqual([1, 'lint test']);
    expect(summary).toContain('There is no base to compare with.');
    expect(summary).toContain('Failed: lint test.');
    expect(summary).toMatch(/ {4}.*Reviews have the checklist/);
    expect(summary).toMatch(/ {4}.*A review has the checklist/);
  });

  it('control: fails on any change where that is asked', () => {
    const changed = runAction({ base: state.first, 'fail-on-change': 'true' });
    expect([changed.code, changed.outputs.failed]).toEqual([1, 'behavior']);
  });

  it('control: fails on a base that git does not know', () => {
    const unknown = runAction({ base: '--output=x' });
    expect([unknown.code, unknown.outputs.failed]).toEqual([1, 'behavior']);
    expect(unknown.summary).toContain('git knows no such revision');
  });
});
