import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isInside, locateInside } from './path-inside.ts';

it.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/b/..c', true],
  ['/a/b', '/a/b-evil', false],
  ['/a/b', '/a', false],
  ['/a/b', '/', false],
])('with root %s the path %s is inside: %s', (root, path, inside) => {
  expect(isInside(root, path)).toBe(inside);
});

it('follows links only where they stay inside', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'project');
  await mkdir(join(root, 'sub'), { recursive: true });
  await writeFile(join(root, 'sub', 'real.json'), '{}');
  await writeFile(join(folder, 'secret'), 's');
  await symlink(join(root, 'sub', 'real.json'), join(root, 'inside.json'));
  await symlink('/etc/passwd', join(root, 'etc.json'));
  await symlink('../secret', join(root, 'out.json'));
  await symlink('nowhere', join(root, 'dangling.json'));
  await symlink('loop.json', join(root, 'loop.json'));
  await symlink(folder, join(root, 'folder'));
  const locate = (name: string) => locateInside(root, join(root, name));

  expect(await locate('inside.json')).toEqual({ kind: 'found', path: join(root, 'sub', 'real.json') });
  expect(await locate('missing.json')).toEqual({ kind: 'absent' });
  const refused = { kind: 'refused', reason: expect.stringContaining('leads outside') };
  for (const name of ['etc.json', 'out.json', 'folder', 'folder/secret'])
    expect(await locate(name)).toEqual(refused);
  expect(await locate('dangling.json')).toMatchObject({
    kind: 'refused',
    reason: 'is a link to a file that does not exist',
  });
  expect(await locate('loop.json')).toMatchObject({
    kind: 'refused',
    reason: 'is a link that leads back to itself',
  });
  await symlink('x'.repeat(300), join(root, 'long.json'));
  expect(await locate('long.json')).toEqual({
    kind: 'refused',
    reason: 'is a link to where nothing can be looked at (ENAMETOOLONG)',
  });
});
