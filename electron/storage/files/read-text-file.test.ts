import { execFileSync } from 'node:child_process';
import { link, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { decodeText, maxFileBytes, readBinaryFile, readTextFile, sha256 } from './read-text-file.ts';

it('reads UTF-8, tells its mark apart, and hashes the bytes as they are', async () => {
  const path = join(temporaryFolder(), 'a.json');
  const bytes = Buffer.from('\uFEFF{"ä": 1}\r\n', 'utf8');
  await writeFile(path, bytes);
  expect(await readTextFile(path)).toEqual({
    kind: 'text',
    text: '{"ä": 1}\r\n',
    mark: '\uFEFF',
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

it('reads what is no text up to a size, which is said', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const bytes = Buffer.of(0xff, 0, 1);
  await writeFile(at('bytes'), bytes);
  expect(await readBinaryFile(at('bytes'), 3)).toEqual({ kind: 'binary', content: bytes });
  await truncate(at('bytes'), 3 * 1024 * 1024);
  expect(await readBinaryFile(at('bytes'), 2 * 1024 * 1024)).toEqual({
    kind: 'refused',
    reason: 'is 3.0 MiB large; at most 2 MiB are read',
  });
  expect(await readBinaryFile(at('missing'), 3)).toEqual({
    kind: 'refused',
    reason: 'does not exist any more',
  });
  expect(await readBinaryFile(folder, 3)).toEqual({ kind: 'refused', reason: 'is a folder, not a file' });
});

it('reads a large file as a small one', async () => {
  const path = join(temporaryFolder(), 'a');
  for (const length of [256 * 1024, 256 * 1024 + 1, maxFileBytes]) {
    await writeFile(path, 'x'.repeat(length));
    expect(await readTextFile(path)).toMatchObject({ kind: 'text', bytes: length });
  }
});

it('knows UTF-16 by either of its marks', () => {
  const reason = (...bytes: number[]) => {
    const read = decodeText(Uint8Array.from(bytes));
    return read.kind === 'refused' ? read.reason : 'was read';
  };
  const utf16 = 'is UTF-16 text; save it as UTF-8';
  const other = 'is not UTF-8 text; save it as UTF-8';
  expect([reason(0xff, 0xfe), reason(0xfe, 0xff)]).toEqual([utf16, utf16]);
  expect([reason(0xff, 0xff), reason(0xfe, 0xfe), reason(0xff), reason(0x41, 0xfe)]).toEqual(
    Array(4).fill(other),
  );
});
