import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it('a round that could not read a file of the ledger names it, and ends as a round with findings', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, { '.codebolt/weft.json': '{}', '.twining/decisions/mine.json': '{' });
  const round = () => runSourceCommand(['ledger', 'sync', '--trust', '--no-host'], { cwd });
  expect(await round()).toMatchObject({ code: 1, stdout: expect.stringContaining('decisions/mine.json') });
  await rm(join(cwd, '.twining/decisions/mine.json'));
  expect(await round()).toMatchObject({ code: 0 });
});
