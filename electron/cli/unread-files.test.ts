import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

const broken = '.codebolt/context-rule-engines/begun.json';
const alone = ['--trust', '--no-host'];

it('proves nothing of unsaved edits where a file on disk cannot be read, and names it', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, { '.codebolt/weft.json': '{}' });
  const diff = (...values: string[]) =>
    runSourceCommand(['diff', '--unsaved', '--exit-code', ...values, ...alone], { cwd });
  expect((await diff()).code).toBe(0);
  await writeTree(cwd, { [broken]: '{' });
  const said = await diff();
  expect([said.code, said.stdout]).toEqual([1, expect.stringContaining(`not compared: ${broken}`)]);
  const { stdout } = await diff('--json');
  expect(JSON.parse(stdout).problems).toMatchObject([{ file: broken }]);
});

it('does not take edits of a form that it does not know for none', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'draft.json': '{"draft": {"version": 9, "edits": []}}',
  });
  await runSourceCommand(['call', 'drafts.save', 'draft.json', ...alone], { cwd });
  expect(await runSourceCommand(['diff', '--unsaved', '--exit-code', ...alone], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('in a form that is not known here'),
  });
});

it('says of an audit what it could not look at, and does not call that nothing found', async () => {
  const cwd = temporaryFolder();
  const memory = '.codebolt/PersistentMemory/begun.json';
  await writeTree(cwd, { '.codebolt/weft.json': '{}', [memory]: '{' });
  const { code, stdout, stderr } = await runSourceCommand(['audit', ...alone], { cwd });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain(`not looked at: ${memory}:`);
  expect(stdout).toMatch(/, 1 file of the project cannot be read\n$/);
  const json = await runSourceCommand(['audit', '--json', ...alone], { cwd });
  expect(JSON.parse(json.stdout).problems).toMatchObject([{ file: memory }]);
});
