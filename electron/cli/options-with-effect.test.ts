import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it.each([
  [['assemble', 'r.json', '--budget', '5'], '--message and --budget are of a conversation'],
  [['assemble', 'r.json', '--message', 'x'], '--message and --budget are of a conversation'],
  [['assemble', '--conversation', 'c', '--explain'], '--explain and --format are of a request'],
  [['assemble', '--conversation', 'c', '--format', 'xml'], '--explain and --format are of a request'],
  [['call', 'engines.list', 'r.json', '--stdin-lines'], 'give INPUT or --stdin-lines, not both'],
  [['audit', '--only', 'duplicate', '--mend', 'x'], '--mend applies the findings that it names'],
  [['render', '--agent', 'a', '--request', 'list.json'], '--request: a request is a JSON object'],
  [['init', '--folder', 'docs'], '--folder says where --ledger-in-git keeps its files'],
  [['bundle', '--new-key', 'k', '--out', 'b'], '--name and --out are of a bundle that is signed'],
  [['bundle', '--key', 'k', '--public-key', 'p'], '--public-key is for --verify'],
  [['trust', '--show', '--revoke'], '--show changes nothing'],
])('what would have no effect in weft %j is bad usage', async (values, message) => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'r.json': '{"scope_variables":{}}',
    'list.json': '[]',
  });
  const { code, stdout, stderr } = await runSourceCommand(values, { cwd, env: { WEFT_HOST: 'off' } });
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
