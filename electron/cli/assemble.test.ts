import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it('a key of the request that does nothing is told beside the text, and once', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, '.codebolt'));
  const stdin = '{ "scope_variables": {}, "constraints": { "max_token": 5 } }';
  const run = (...more: string[]) =>
    runSourceCommand(['assemble', '-', '--trust', '--no-host', ...more], { cwd, stdin });
  const warning = '"max_token" is no key of constraints and does nothing; did you mean "max_tokens"?';
  expect(await run()).toEqual({ code: 0, stdout: '\n', stderr: `weft: ${warning}\n` });
  for (const told of [await run('--explain'), await run('--json')])
    expect(told).toMatchObject({ stdout: expect.stringContaining('did you mean'), stderr: '' });
});

it('asks for the question of a conversation where none is given', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, '.codebolt'));
  const { code, stderr } = await runSourceCommand(['assemble', '--conversation', 'c', '--trust'], { cwd });
  expect([code, stderr]).toEqual([2, 'weft: give what is asked with --message TEXT\n']);
});
