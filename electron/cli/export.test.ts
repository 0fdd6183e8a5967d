import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

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
