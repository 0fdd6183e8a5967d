import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it('in a folder of a repository that is no project, names also what lies elsewhere in the repository', async () => {
  const top = temporaryFolder();
  await writeTree(top, {
    '.git/HEAD': 'ref: refs/heads/main\n',
    'AGENTS.md': 'Two spaces.',
    'src/AGENTS.md': 'Of the source.',
    'docs/AGENTS.md': 'Of the texts.',
    'src/a.ts': '',
  });
  const options = { cwd: join(top, 'src'), env: { WEFT_HOST: 'off' } };
  const { stdout } = await runSourceCommand(['loads', 'a.ts', '--agent', 'codex'], options);
  expect(stdout.split('\n').filter(line => line.includes('AGENTS.md'))).toEqual([
    '  yes  AGENTS.md (3): It is loaded with every session here.',
    '  yes  src/AGENTS.md (4): It is loaded with every session here.',
    '  no   docs/AGENTS.md: It lies outside the folder that the agent was started in, src.',
  ]);
  expect(stdout).toContain('       Start the agent at the top of the repository.');
});
