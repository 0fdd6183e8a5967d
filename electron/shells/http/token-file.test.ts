import { mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseToken, readTokenFiles, writeTokenFile } from './token-file.ts';

const owner = { pid: 7, started: 'boot 1', machine: 'here', address: '127.0.0.1' };
const write = (folder: string, port: number, token: string) => writeTokenFile(folder, { port, token, owner });

describe('the token file (T2)', () => {
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

  it('is read with its owner; what names none is passed over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const file = await write(folder, 4747, 'right');
    await writeFile(join(folder, 'token-1'), 'of an older version\n');
    await writeFile(join(folder, 'token-2'), `half\n{"pid":1,"sta`);
    await writeFile(join(folder, 'token-3'), `\n${JSON.stringify(owner)}\n`);
    await writeFile(join(folder, 'token-x'), `other\n${JSON.stringify(owner)}\n`);
    expect([await readTokenFiles(folder), await readTokenFiles(join(folder, 'nowhere'))]).toEqual([
      [{ file, port: 4747, token: 'right', owner }],
      [],
    ]);
  });

  it('is new for each launch, or the one of the environment', () => {
    const given = 'x'.repeat(32);
    const made = [chooseToken({}), chooseToken({ WEFT_TOKEN: '' })];
    expect([new Set(made).size, chooseToken({ WEFT_TOKEN: given })]).toEqual([2, given]);
  });

  it.each(['short', 'with spaces in it, and long enough to be one', 'ä'.repeat(40)])('refuses %j', token => {
    expect(() => chooseToken({ WEFT_TOKEN: token })).toThrow(
      /WEFT_TOKEN must be at least 32 printable characters/,
    );
  });
});
