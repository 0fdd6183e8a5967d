import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTokenFiles, writeTokenFile } from './token-file.ts';

const owner = { pid: 7, started: 'boot 1', machine: 'here', address: '127.0.0.1' };
const write = (folder: string, port: number, token: string) => writeTokenFile(folder, { port, token, owner });

describe('the token file', () => {
  it('belongs to its user alone, also when a readable one or a link was there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const victim = join(folder, 'victim');
    await writeFile(victim, 'untouched', { mode: 0o644 });
    await symlink(victim, join(folder, 'token-1'));
    await writeFile(join(folder, 'token-2'), 'old', { mode: 0o644 });
    const files = [await write(folder, 1, 'first'), await write(folder, 2, 'second')];
    const modes = await Promise.all(files.map(async file => (await stat(file)).mode & 0o777));
    const texts = await Promise.all([...files, victim].map(file => readFile(file, 'utf8')));
    const owned = `${JSON.stringify(owner)}\n`;
    expect({ modes, texts }).toEqual({
      modes: [0o600, 0o600],
      texts: [`first\n${owned}`, `second\n${owned}`, 'untouched'],
    });
  });

  it('is one of its own for each address, though the port is the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const addresses = ['127.0.0.1', '::1', '127.0.0.2'];
    for (const address of addresses)
      await writeTokenFile(folder, { port: 4747, token: `of ${address}`, owner: { ...owner, address } });
    const found = await readTokenFiles(folder);
    expect(found.map(({ port, token, owner: { address } }) => [port, token, address]).toSorted()).toEqual(
      addresses.map(address => [4747, `of ${address}`, address]).toSorted(),
    );
  });

  it('is read with its owner; what names none is passed over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const file = await write(folder, 4747, 'right');
    const put = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
    await put('token-1', 'of an older version\n');
    await put('token-2', `half\n{"pid":1,"sta`);
    await put('token-3', `\n${JSON.stringify(owner)}\n`);
    await put('token-x', `other\n${JSON.stringify(owner)}\n`);
    expect([await readTokenFiles(folder), await readTokenFiles(join(folder, 'nowhere'))]).toEqual([
      [{ file, port: 4747, token: 'right', owner }],
      [],
    ]);
  });

  it.runIf(process.getuid)('is not believed where others could have written it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const real = await write(folder, 1, 'right');
    await symlink(real, join(folder, 'token-2'));
    for (const [port, mode] of [
      [3, 0o644],
      [4, 0o620],
    ] as const)
      await chmod(await write(folder, port, 'open'), mode);
    execFileSync('mkfifo', ['-m', '600', join(folder, 'token-5')]);
    await mkdir(join(folder, 'token-6'), { mode: 0o700 });
    const theirs = await write(folder, 7, 'theirs');
    // Only root can give a file away.
    const expected = process.getuid?.() === 0 ? [1] : [1, 7];
    if (process.getuid?.() === 0) await chown(theirs, 65_534, 65_534);
    expect((await readTokenFiles(folder)).map(({ port }) => port)).toEqual(expected);
  });
});
