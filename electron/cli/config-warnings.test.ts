import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

const configFile = '.codebolt/weft.json';
const bad = `{
  "context_engineering": {
    "hook_tokens": "many",
    "models": { "gpt-4.1": -1 },
    "hok_tokens": 5
  }
}
`;

async function project(config: string) {
  const cwd = temporaryFolder();
  const userDataDir = temporaryFolder();
  await writeTree(cwd, { [configFile]: config, 'request.json': '{"scope_variables":{}}' });
  const weft = (...values: string[]) => runSourceCommand([...values, '--no-host'], { cwd, userDataDir });
  return { cwd, weft };
}

it.each([
  ['assemble', ['assemble', 'request.json']],
  ['evaluate', ['evaluate', 'request.json']],
  ['test', ['test']],
  ['audit', ['audit', '--json']],
  ['usage', ['usage']],
])('%s says once on standard error what of the configuration cannot be used', async (_, values) => {
  const { weft } = await project(bad);
  const { stderr } = await weft(...values, '--trust');
  const keys = stderr.split('\n').flatMap(line => /^weft: context_engineering\.(\S+)/.exec(line)?.[1] ?? []);
  expect(keys.toSorted()).toEqual(['hok_tokens', 'hook_tokens', 'models.gpt-4.1']);
});

it('finds at its key what of the configuration cannot be used, and says no more of it', async () => {
  const { cwd, weft } = await project(bad);
  const { code, stdout, stderr } = await weft('lint', '--trust');
  const places = stdout.split('\n').map(line => line.split(' ').slice(0, 2).join(' '));
  expect([code, stderr, places.toSorted()]).toEqual([
    1,
    '',
    [
      '',
      `${configFile}:3:5 unusable-configuration`,
      `${configFile}:4:17 unusable-configuration`,
      `${configFile}:5:5 unusable-configuration`,
      '0 errors,',
    ],
  ]);
  await writeTree(cwd, { [configFile]: '{\n  "context_engineering": }' });
  expect((await weft('lint', '--trust')).stdout).toMatch(
    new RegExp(`^${configFile}:2:\\d+ unreadable-file `),
  );
});

it('says what of it waits for a look, until it is confirmed', async () => {
  const { cwd, weft } = await project('{}');
  await weft('trust');
  await writeTree(cwd, { [configFile]: '{"context_engineering":{"hook_tokens":500}}' });
  const waits =
    /^weft: context_engineering\.hook_tokens came or changed outside of Weft .* "weft trust"; until/;
  for (const values of [['test'], ['assemble', 'request.json'], ['lint']]) {
    const { stderr } = await weft(...values);
    expect([stderr, stderr.trim().split('\n').length]).toEqual([expect.stringMatching(waits), 1]);
  }
  expect((await weft('trust')).stderr).toBe('');
  expect((await weft('test')).stderr).toBe('');
});
