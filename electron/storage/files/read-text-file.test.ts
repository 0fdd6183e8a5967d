import { execFileSync } from 'node:child_process';
import { link, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { maxFileBytes, readTextFile, sha256 } from './read-text-file.ts';

it('reads UTF-8, strips its mark, and hashes the bytes as they are', async () => {
  const path = join(temporaryFolder(), 'a.json');
  const bytes = Buffer.from('\uFEFF{"ä": 1}\r\n', 'utf8');
  await writeFile(path, bytes);
  expect(await readTextFile(path)).toEqual({
    kind: 'text',
    text: '{"ä": 1}\r\n',
    hash: sha256(bytes),
    bytes: 14,
  });
});

it('refuses in words what is no plain text file', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  await writeFile(at('latin'), Buffer.from([0x7b, 0xe4, 0x7d]));
  await writeFile(at('utf16'), Buffer.from('\uFEFF{}', 'utf16le'));
  await writeFile(at('linked'), '{}');
  await link(at('linked'), at('other-name'));
  await writeFile(at('large'), '');
  await truncate(at('large'), maxFileBytes + 1);
  await mkdir(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);

  const reasons: Record<string, string> = {};
  for (const name of ['latin', 'utf16', 'linked', 'large', 'folder', 'pipe', 'missing']) {
    const read = await readTextFile(at(name));
    reasons[name] = read.kind === 'refused' ? read.reason : 'was read';
  }
  const device = await readTextFile('/dev/zero');
  expect({ ...reasons, device: device.kind === 'refused' && device.reason }).toEqual({
    latin: 'is not UTF-8 text; save it as UTF-8',
    utf16: 'is UTF-16 text; save it as UTF-8',
    linked: 'has another name elsewhere on the disk (hard link); put a copy here',
    large: 'is 10.0 MiB large; at most 10 MiB are read',
    folder: 'is a folder, not a file',
    pipe: 'is no regular file',
    missing: 'does not exist any more',
    device: 'is no regular file',
  });
});
