import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { noteRecentProject, readRecentProjects } from './recent-projects.ts';

const at = '2026-11-22T10:00:00.000Z';

describe('the projects that were opened', () => {
  it('stand with the newest first, each once, twenty of them', async () => {
    const folder = join(temporaryFolder(), 'user');
    expect(await readRecentProjects(folder)).toEqual([]);
    for (let number = 0; number < 22; number += 1)
      await noteRecentProject(folder, `/projects/p${number}`, `${number}`);
    await noteRecentProject(folder, '/projects/p10', 'again');
    const projects = await readRecentProjects(folder);
    expect(projects[0]).toEqual({ path: '/projects/p10', name: 'p10', opened_at: 'again' });
    expect(projects.map(({ name }) => name)).toEqual([
      'p10',
      ...Array.from({ length: 20 }, (_, at) => `p${21 - at}`).filter(name => name !== 'p10'),
    ]);
    expect(projects).toHaveLength(20);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, 'recent-projects.json'), 'utf8')).toBe(
      `${JSON.stringify(projects, null, 2)}\n`,
    );
  });

  it('are those that make sense: a file that cannot be read is none', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'recent-projects.json');
    const good = { path: '/a', name: 'a', opened_at: at };
    const odd = [
      { ...good, path: 1 },
      { ...good, name: null },
      { ...good, opened_at: undefined },
      null,
      'a',
      [],
    ];
    for (const [text, wanted] of [
      [JSON.stringify([good, ...odd]), [good]],
      ['[{', []],
      ['{}', []],
      ['', []],
    ] as const) {
      writeFileSync(file, text);
      expect(await readRecentProjects(folder), text).toEqual(wanted);
    }
    const other = temporaryFolder();
    mkdirSync(join(other, 'recent-projects.json'));
    await expect(readRecentProjects(other)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
