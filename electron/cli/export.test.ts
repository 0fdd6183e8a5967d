import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [] };

it('writes no file where one of them is already there', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await writeTree(cwd, {
    'AGENTS.md': '# Agents\nRun npm test.\n',
    'docs/CLAUDE.md': '# Docs\nAsk first.\n',
  });
  await weft('new', 'p');
  await weft('import', 'AGENTS.md', 'docs', '--project', 'p');
  const out = ['export', 'agent-guides', '--as', 'mdc', '--project', 'p', '--out', 'out'];
  await weft(...out);
  const root = join(cwd, 'out');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.mdc'),
  );
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const other = `other-${names.indexOf(name)}`;
    await writeTree(join(cwd, other), { [name]: 'Mine.\n' });
    const { code, stderr } = await weft(...out.slice(0, -1), other);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the file is already there')]);
    const left = readdirSync(join(cwd, other), { recursive: true, encoding: 'utf8' });
    expect(left.filter(file => file.endsWith('.mdc'))).toEqual([name]);
  }
});

it('leaves no file where one of them cannot be written', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await writeTree(cwd, {
    'repo/AGENTS.md': '# Agents\nRun npm test.\n',
    'repo/docs/AGENTS.md': '# Docs\nAsk first.\n',
  });
  await weft('new', 'p');
  await weft('import', 'repo', '--project', 'p');
  const out = ['export', 'agent-guides', '--as', 'agents-md', '--project', 'p', '--out'];
  await weft(...out, 'whole');
  expect(readdirSync(join(cwd, 'whole')).toSorted()).toEqual(['AGENTS.md', 'docs']);
  // A link in the place of a folder, so that the first file can be written and the second cannot.
  mkdirSync(join(cwd, 'other'));
  await writeTree(cwd, { 'elsewhere/x': '' });
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'other/docs'));
  const { code } = await weft(...out, 'other');
  expect([code, readdirSync(join(cwd, 'other')), readdirSync(join(cwd, 'elsewhere'))]).toEqual([
    2,
    ['docs'],
    ['x'],
  ]);
});

it('says in one line where a folder cannot be made', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await writeTree(cwd, { taken: '', 'AGENTS.md': '# Agents\nRun npm test.\n' });
  await weft('new', 'p');
  await weft('import', 'AGENTS.md', '--project', 'p');
  const why = 'a part of the path is a file and no folder; check the path';
  for (const values of [
    ['export', 'agent-guides', '--as', 'mdc', '--project', 'p', '--out', 'taken/out'],
    ['export-ledger', 'taken/out', '--project', 'p'],
    ['bundle', '--new-key', 'taken/out/key.pem'],
  ]) {
    const { code, stderr } = await weft(...values);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^weft: [^\n]*\n$/)]);
    expect(stderr).toContain(why);
  }
});

it('leaves nothing of a ledger that could not be written whole', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  // Two ledgers with other files, of which one is a folder in the other: no place can hold both.
  await writeTree(cwd, {
    'one/.twining/notes': 'a file',
    'two/.twining/notes/more.txt': 'in a folder',
    'two/.twining/blackboard.jsonl': '',
  });
  await weft('new', 'p');
  for (const from of ['one', 'two'])
    await weft('import', from, '--project', 'p', '--choose', `ledger:${from}`);
  const { code, stdout, stderr } = await weft('export-ledger', 'copy', '--project', 'p');
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('notes is a')]);
  expect(readdirSync(join(cwd, 'copy'))).toEqual([]);
});

it('says of a folder that is not there that it is to be made, whatever is written to it', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await writeTree(cwd, { 'AGENTS.md': '# Agents\nRun npm test.\n' });
  await weft('new', 'p');
  await weft('import', 'AGENTS.md', '--project', 'p');
  for (const values of [
    ['export', 'agent-guides', '--project', 'p', '--out', 'none/out.json'],
    ['test', '--project', 'p', '--junit', 'none/out.xml'],
    ['bundle', '--new-key', 'none/key.pem'],
  ])
    expect(await weft(...values)).toMatchObject({
      code: 2,
      stderr: `weft: there is no folder ${join(cwd, 'none')}; make it first\n`,
    });
});

it('takes what the disk refuses of one file for a failure of the disk', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await weft('new', 'p', '--json');
  await writeTree(cwd, { 'p/.codebolt/context-rule-engines/e.json': JSON.stringify(engine) });
  const name = `${'x'.repeat(300)}.json`;
  const { code, stderr } = await weft('export', 'e', '--project', 'p', '--out', name);
  expect([code, stderr.includes('the path is longer than this system allows')]).toEqual([2, true]);
});
