import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { openAgentFiles } from './init/agent-files.ts';
import { writeInitRecord } from './init/init-record.ts';

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

it('tells what the disk refuses in one line, for machines too', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const userDataDir = join(file, 'below');
  const reason = 'a part of the path is a file and no folder; check the path';
  const { code, stdout, stderr } = await runSourceCommand(['init', '--agent', 'codex', '--json'], {
    userDataDir,
  });
  const message = expect.stringMatching(/^reading .*: a part of the path is a file and no folder; check the/);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'invalid_input', message } });
  expect([code, stderr.split('\n').length]).toEqual([2, 2]);
  // A file where the folder of the place must be.
  const files = openAgentFiles(file, false);
  files.set('AGENTS.md', 'Be brief.');
  await expect(files.write([])).rejects.toMatchObject({ message: `writing AGENTS.md: ${reason}` });
  const long = 'x'.repeat(300);
  const nameless = openAgentFiles(temporaryFolder(), false);
  await expect(nameless.read(long)).rejects.toMatchObject({
    message: expect.stringMatching(/^reading x+: the path is longer/),
  });
  nameless.set(long, 'Be brief.');
  await expect(nameless.write([])).rejects.toMatchObject({
    message: expect.stringMatching(/^writing x+: the path is longer/),
  });
  const record = { place: 'here', madeProject: true, edits: [] };
  await expect(writeInitRecord(userDataDir, record)).rejects.toMatchObject({ code: 'invalid_input' });
});
