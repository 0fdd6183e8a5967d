import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

it('says what agents have in the open project, of the files on the disk', async () => {
  const { call, openEmpty } = startApp();
  const folder = await openEmpty();
  await mkdir(join(folder, '.git'));
  await writeTree(folder, {
    'CLAUDE.md': 'See @docs/style.md',
    'docs/style.md': 'Two spaces.',
    'src/CLAUDE.md': 'Of the source.',
    '.claude/rules/sql.md': '---\npaths: "**/*.sql"\n---\nNo joins.',
    'node_modules/a/CLAUDE.md': 'Of somebody else.',
    'AGENTS.md': 'For all.',
  });
  await symlink(folder, join(folder, 'again'));
  const input = { agent: 'claude-code' as const, file: 'src/a.ts', after: ['src/b.ts'] };
  const { agents, is_cut } = await call('flights.predict', input);
  const own = agents[0]?.files.filter(({ path }) => !/^[~/]/.test(path)) ?? [];
  expect(own.map(({ path, reason, because_of }) => [path, reason, because_of])).toEqual([
    ['CLAUDE.md', 'session_start', undefined],
    ['docs/style.md', 'imported', 'CLAUDE.md'],
    ['src/CLAUDE.md', 'file_read', 'src/b.ts'],
    ['.claude/rules/sql.md', 'no_matching_read', undefined],
    ['AGENTS.md', 'shadowed', 'CLAUDE.md'],
  ]);
  expect(own.at(-1)?.change).toEqual({
    do: 'add_import',
    path: 'CLAUDE.md',
    message: 'Write the line `@AGENTS.md` into CLAUDE.md.',
  });
  expect([agents.length, is_cut, (await call('flights.predict', {})).agents.length]).toEqual([1, false, 7]);
});

it.each(['..', '/', 'nowhere'])('takes %s for no folder of the project', async folder => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  expect(await ask('flights.predict', { folder })).toMatchObject({ error: { code: 'invalid_input' } });
});
