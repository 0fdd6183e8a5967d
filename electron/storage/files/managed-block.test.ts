import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { link, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { removeFolder, temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { takeSystemLock } from '../database/system-lock.ts';
import { withBlock, writeManagedBlock as writeBlock } from './managed-block.ts';

const run = promisify(execFile);

/** Where the user's Wefts take turns. */
const userDataDir = realpathSync(mkdtempSync(join(tmpdir(), 'weft-blocks-')));
afterAll(() => removeFolder(userDataDir));
const writeManagedBlock = (file: string, given: Parameters<typeof writeBlock>[1]) =>
  writeBlock(file, given, { userDataDir });

const block = (content: string, name = 'developer') => ({ name, content });
const begin = '<!-- weft:begin developer - written by "weft render"; what is changed here is overwritten -->';
const end = '<!-- weft:end developer -->';

describe('a text with a block', () => {
  it.each([
    ['nothing', '', `${begin}\na\n${end}\n`],
    ['other text', 'Own.\n', `Own.\n\n${begin}\na\n${end}\n`],
    ['a last line without an end', 'Own.', `Own.\n\n${begin}\na\n${end}\n`],
    [
      'an older block',
      `Own.\n\n${begin}\nold\n\nold\n${end}\nMore.\n`,
      `Own.\n\n${begin}\na\n${end}\nMore.\n`,
    ],
    ['lines of Windows', 'Own.\r\n', `Own.\r\n\r\n${begin}\r\na\r\n${end}\r\n`],
  ])('takes the place where there is %s', (_, text, expected) => {
    expect(withBlock(text, block('a\n'))).toBe(expected);
  });

  it('leaves every byte of what others wrote, is the same twice, and cannot be ended by what is in it', () => {
    const anyLine = fc.oneof(fc.string(), fc.constantFrom('', '\r', end, begin, '<!-- weft:end x -->'));
    const anyContent = fc.array(anyLine).map(lines => lines.join('\n'));
    const anyOwn = fc
      .array(fc.string().filter(line => !line.includes('weft:')))
      .map(lines => lines.join('\r\n'));
    fc.assert(
      fc.property(anyOwn, anyOwn, anyContent, anyContent, (before, behind, first, second) => {
        const whole = `${withBlock(before, block(first))}${behind}`;
        const changed = withBlock(whole, block(second));
        expect(changed.startsWith(before)).toBe(true);
        expect(changed.endsWith(behind)).toBe(true);
        expect(withBlock(changed, block(second))).toBe(changed);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('lets blocks of several names stand beside each other', () => {
    const both = withBlock(withBlock('', block('a')), block('b', 'developer.qa'));
    expect(withBlock(both, block('c')).match(/^[abc]$/gm)).toEqual(['c', 'b']);
  });

  it.each([
    [begin],
    [end],
    [`${end}\n${begin}`],
    [`${begin}\n${begin}\n${end}`],
    [`${begin}\n${end}\n${end}`],
  ])('refuses %j, in which a line around it is missing or twice', text => {
    expect(() => withBlock(text, block('a'))).toThrow(/mend them/);
  });
});

describe('a file with a block', () => {
  it('is made, changed, and not touched where nothing is new', async () => {
    const file = join(temporaryFolder(), 'AGENTS.md');
    expect(await writeManagedBlock(file, block('a'))).toBe(true);
    const { mtimeMs, ino } = await stat(file);
    expect(await writeManagedBlock(file, block('a'))).toBe(false);
    expect(await stat(file)).toMatchObject({ mtimeMs, ino });
    expect(await writeManagedBlock(file, block('b'))).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(`${begin}\nb\n${end}\n`);
  });

  it('keeps the mark before its text, also where that begins with the block', async () => {
    const folder = temporaryFolder();
    const [own, other] = [join(folder, 'AGENTS.md'), join(folder, 'CLAUDE.md')];
    await writeFile(own, '\uFEFFOwn.\n');
    await writeFile(other, `\uFEFF${begin}\nold\n${end}\n`);
    for (const file of [own, other]) {
      expect(await writeManagedBlock(file, block('a'))).toBe(true);
      expect(await writeManagedBlock(file, block('a'))).toBe(false);
    }
    expect(await readFile(own, 'utf8')).toBe(`\uFEFFOwn.\n\n${begin}\na\n${end}\n`);
    expect(await readFile(other, 'utf8')).toBe(`\uFEFF${begin}\na\n${end}\n`);
  });

  it('is refused where it is a link, has another name, or is no text, and nothing is written', async () => {
    const folder = temporaryFolder();
    const [own, linked, twin, bytes] = ['own', 'linked', 'twin', 'bytes'].map(name => join(folder, name));
    await writeFile(own ?? '', 'Own.');
    await symlink(own ?? '', linked ?? '');
    await writeFile(bytes ?? '', Uint8Array.of(0xff, 0xfe, 0x41));
    for (const file of [linked, bytes])
      await expect(writeManagedBlock(file ?? '', block('a'))).rejects.toMatchObject({ code: 'forbidden' });
    await link(own ?? '', twin ?? '');
    await expect(writeManagedBlock(twin ?? '', block('a'))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readFile(own ?? '', 'utf8')).toBe('Own.');
    await expect(writeManagedBlock(join(folder, 'no/file'), block('a'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('has what two wrote at once', async () => {
    const file = join(temporaryFolder(), 'AGENTS.md');
    await Promise.all(['one', 'two', 'three'].map(name => writeManagedBlock(file, block(name, name))));
    const text = await readFile(file, 'utf8');
    expect(text.match(/^(one|two|three)$/gm)?.toSorted()).toEqual(['one', 'three', 'two']);
  });

  it('has what two processes wrote at once', async () => {
    const file = join(temporaryFolder(), 'AGENTS.md');
    const names = (letter: string) => Array.from({ length: 20 }, (_, at) => `${letter}${at}`);
    await Promise.all([writeElsewhere(file, names('a')), writeElsewhere(file, names('b'))]);
    const found = (await readFile(file, 'utf8')).match(/^[ab]\d+$/gm) ?? [];
    expect(found.toSorted()).toEqual([...names('a'), ...names('b')].toSorted());
  });

  it('waits for another who is at it, of the same user alone', async () => {
    const file = join(temporaryFolder(), 'AGENTS.md');
    const lock = await takeSystemLock(
      { root: userDataDir, path: join(userDataDir, 'blocks.lock') },
      { patienceMs: 0, pauseMs: 0 },
    );
    const waiting = writeElsewhere(file, ['a']);
    expect(await writeBlock(file, block('b', 'b'), { userDataDir: temporaryFolder() })).toBe(true);
    expect(await readFile(file, 'utf8')).toContain('\nb\n');
    expect(await readFile(file, 'utf8')).not.toContain('\na\n');
    lock?.release();
    await waiting;
    expect((await readFile(file, 'utf8')).match(/^[ab]$/gm)).toEqual(['b', 'a']);
  });
});

/** Another process puts a block of each name into the file, one after the other. */
async function writeElsewhere(file: string, names: readonly string[]): Promise<void> {
  const module = JSON.stringify(new URL('./managed-block.ts', import.meta.url).href);
  const code = `
    const { writeManagedBlock } = await import(${module});
    const [file, userDataDir, ...names] = process.argv.slice(1);
    for (const name of names) await writeManagedBlock(file, { name, content: name }, { userDataDir });`;
  await run(process.execPath, ['--input-type=module', '-e', code, file, userDataDir, ...names]);
}
