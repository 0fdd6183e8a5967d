import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandContext, runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createProgram } from './program.ts';

const place = () => ({
  cwd: temporaryFolder(),
  userDataDir: temporaryFolder(),
  env: { WEFT_HOST: 'off' },
});
const run = (...values: string[]) => runSourceCommand(values, place());

it('a failure is told on stderr in one line, with all errors of an invalid request', async () => {
  const at = place();
  writeFileSync(
    join(at.cwd, 'bad.json'),
    JSON.stringify({ scope_variables: { team: {} }, constraints: { max_tokens: 0 } }),
  );
  await runSourceCommand(['new', '.'], at);
  const plain = await runSourceCommand(['assemble', 'bad.json'], at);
  expect([plain.code, plain.stdout, plain.stderr.split('\n').length]).toEqual([2, '', 2]);
  expect(plain.stderr).toMatch(/^weft: The request cannot be used: .*team.*; .*max_tokens/);
  expect(plain.stderr).not.toContain('more)');
  const { code, stdout, stderr } = await runSourceCommand(['assemble', 'bad.json', '--json'], at);
  expect([code, stderr]).toEqual([2, plain.stderr]);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      message: expect.stringContaining('The request cannot be used'),
      details: { errors: [{ code: 'unknown_scope' }, { code: 'invalid_max_tokens' }] },
    },
  });
});

it('bad usage of every command is JSON for machines, but where the output is a protocol', async () => {
  const { commands } = await createProgram(commandContext({}).context, []);
  const wrong: unknown[] = [];
  for (const name of commands.map(command => command.name())) {
    const { code, stdout } = await run(name, '--nowhere', '--json');
    const isTold = stdout.startsWith('{"ok":false,"error":{"code":"invalid_input","message":');
    // An agent's hook fails for nobody.
    if (code !== (name === 'hook' ? 0 : 2) || isTold === ['mcp', 'hook'].includes(name))
      wrong.push([name, code, stdout]);
  }
  expect(wrong).toEqual([]);
});

it.each([
  [['--json'], 2, 'a command is missing'],
  [['assemble', '--json'], 2, 'give a request'],
  [['nothing', '--json'], 2, 'nothing'],
])('%j is bad usage', async (values, code, message) => {
  const said = await run(...values);
  expect([said.code, JSON.parse(said.stdout)]).toMatchObject([
    code,
    { ok: false, error: { code: 'invalid_input', message: expect.stringContaining(message) } },
  ]);
});

it('what is no failure is none for machines either', async () => {
  const { code, stdout } = await run('--version', '--json');
  expect([code, stdout]).toEqual([0, '1.2.3\n']);
});

it('bad usage is one sentence with one end, whoever words it', async () => {
  for (const values of [
    ['assemble', '-', '--format', 'yaml'],
    ['assemble', '-', '--budget', 'much'],
    ['lint', '--nowhere'],
    ['nothing'],
  ]) {
    const { code, stderr } = await run(...values);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^weft: [^\n]*[^.\n]; see weft --help\n$/)]);
  }
});
