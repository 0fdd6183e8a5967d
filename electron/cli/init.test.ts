import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it('judges the folder of the ledger before anything is made, also in a trial', async () => {
  for (const [folder, why] of [
    ['../shared', '../shared is no folder within the project; give one that git keeps'],
    ['taken', 'taken is a file, not a folder; move it away; nothing was written there'],
  ] as const)
    for (const trial of [[], ['--dry-run']]) {
      const cwd = temporaryFolder();
      await writeTree(cwd, { taken: '' });
      const values = ['init', '--agent', 'codex', '--ledger-in-git', '--folder', folder, ...trial];
      expect(await runSourceCommand(values, { cwd })).toEqual({
        code: 2,
        stdout: '',
        stderr: `weft: ${why}\n`,
      });
      expect(readdirSync(cwd)).toEqual(['taken']);
    }
});

it('says what it has set up also where the ledger cannot be kept', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, { 'records/decisions': 'a file where a folder should be' });
  const values = [
    'init',
    '--agent',
    'codex',
    '--ledger-in-git',
    '--folder',
    'records',
    '--no-host',
    '--json',
  ];
  const { code, stdout, stderr } = await runSourceCommand(values, { cwd });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^weft: keeping the ledger in step with records/m),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ project_made: true, agents: ['codex'] });
  expect(existsSync(join(cwd, '.codebolt'))).toBe(true);
});
