import { mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseToken, writeTokenFile } from './token-file.ts';

describe('the token file (T2)', () => {
  it('belongs to its user alone, also when a readable one or a link was there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-token-'));
    const victim = join(folder, 'victim');
    await writeFile(victim, 'untouched', { mode: 0o644 });
    await symlink(victim, join(folder, 'token-1'));
    await writeFile(join(folder, 'token-2'), 'old', { mode: 0o644 });
    const files = [await writeTokenFile(folder, 1, 'first'), await writeTokenFile(folder, 2, 'second')];
    const modes = await Promise.all(files.map(async file => (await stat(file)).mode & 0o777));
    const texts = await Promise.all([...files, victim].map(file => readFile(file, 'utf8')));
    expect({ modes, texts }).toEqual({ modes: [0o600, 0o600], texts: ['first\n', 'second\n', 'untouched'] });
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
