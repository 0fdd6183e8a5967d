import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { keptMs, longestAnswer, oldestKept, takeCall, underKey } from '../keyed-call.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { type FileChange, noteChanges, onceInFiles, sweepNotes } from './done-files.ts';
import { openProjectFolder } from './project-folder.ts';

const madeMs = Date.UTC(2026, 10, 22, 10);
const keyAt = (ms: number): string => `${oldestKept(ms + keptMs)}0000000000000000`;
const call = { key: keyAt(madeMs), asked: 'asked' };

function opened() {
  const root = temporaryFolder();
  const folder = openProjectFolder(root);
  onTestFinished(() => folder.close());
  const at = (name: string) => join(root, name);
  /** Does to files what is said of them, as a call does, and dies before it has answered where it is to. */
  const change = (changes: readonly FileChange[], more: { dies?: boolean; does?: number } = {}) =>
    underKey(call, () =>
      onceInFiles(folder, async () => {
        await folder.change(async () => {
          await noteChanges(folder, changes);
          for (const { path, content } of changes.slice(0, more.does ?? changes.length))
            if (content === undefined) rmSync(path);
            else await writeFilesAtomically([{ realPath: path, content }]);
        });
        if (more.dies === true) throw new Error('died');
        return 'done';
      }),
    );
  const notes = () => readdirSync(join(root, '.codebolt/weft/calls'));
  return { root, folder, at, change, notes };
}

describe('a call that comes again', () => {
  it('is answered as before, and nothing is done again', async () => {
    const { folder, at, change, notes } = opened();
    expect(await change([{ path: at('a'), content: '1' }])).toBe('done');
    writeFileSync(at('a'), 'theirs');
    expect(await change([{ path: at('a'), content: '1' }])).toBe('done');
    expect(readFileSync(at('a'), 'utf8')).toBe('theirs');
    expect(notes()).toEqual([`${call.key}.tmp`]);
    for (const [index, value] of [undefined, null, 0, [{ a: '' }]].entries()) {
      const other = { key: keyAt(madeMs + index + 1), asked: 'a' };
      const work = async () => value;
      for (const _ of [1, 2]) expect(await underKey(other, () => onceInFiles(folder, work))).toEqual(value);
    }
  });

  it('and was stopped half-way finds what was there before, whatever was done of it', async () => {
    for (const does of [0, 1, 2, 3]) {
      const { folder, at, change, notes } = opened();
      writeFileSync(at('changed'), 'before');
      writeFileSync(at('gone'), '\uFEFFwas here');
      const changes = [
        { path: at('changed'), content: 'after' },
        { path: at('new'), content: 'new' },
        { path: at('gone') },
      ];
      await expect(change(changes, { dies: true, does })).rejects.toThrow('died');
      const seen = await underKey(call, () =>
        onceInFiles(folder, async () => ({
          changed: readFileSync(at('changed'), 'utf8'),
          gone: readFileSync(at('gone'), 'utf8'),
          isNew: existsSync(at('new')),
        })),
      );
      expect(seen, `${does}`).toEqual({ changed: 'before', gone: '\uFEFFwas here', isNew: false });
      expect(notes()).toEqual([`${call.key}.tmp`]);
    }
  });

  it('and whose files somebody has changed since says so, and leaves them', async () => {
    const { at, change } = opened();
    writeFileSync(at('a'), 'before');
    await expect(change([{ path: at('a'), content: 'after' }], { dies: true })).rejects.toThrow('died');
    writeFileSync(at('a'), 'theirs');
    await expect(change([{ path: at('a'), content: 'after' }])).rejects.toMatchObject({
      code: 'conflict',
      message: 'this was asked before and stopped half-way, and a was changed since; look what is there',
    });
    expect(readFileSync(at('a'), 'utf8')).toBe('theirs');
    // Whoever put back what was there has taken it back for us.
    writeFileSync(at('a'), 'before');
    expect(await change([{ path: at('a'), content: 'after' }])).toBe('done');
  });

  it('and replaced what is not kept cannot be taken back', async () => {
    for (const before of [Buffer.of(0xff, 0xfe), 'x'.repeat(4 * 1024 * 1024 + 1)]) {
      const { at, change } = opened();
      writeFileSync(at('a'), before);
      await expect(change([{ path: at('a'), content: 'after' }], { dies: true })).rejects.toThrow('died');
      await expect(change([{ path: at('a'), content: 'after' }])).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('its answer is not kept'),
      });
      expect(readFileSync(at('a'), 'utf8')).toBe('after');
    }
  });

  it('is refused where it asks for something else', async () => {
    const { folder, at, change } = opened();
    await change([{ path: at('a'), content: '1' }]);
    await expect(
      underKey({ ...call, asked: 'else' }, () => onceInFiles(folder, async () => 1)),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is told that its answer is lost where that was too long', async () => {
    const { folder } = opened();
    const answers: [string, boolean][] = [
      ['x'.repeat(longestAnswer - JSON.stringify({ value: '' }).length), true],
      ['x'.repeat(longestAnswer - JSON.stringify({ value: '' }).length + 1), false],
    ];
    for (const [index, [answer, isKept]] of answers.entries()) {
      const ask = () =>
        underKey({ key: keyAt(madeMs + index), asked: 'a' }, () => onceInFiles(folder, async () => answer));
      expect(await ask()).toBe(answer);
      if (isKept) expect(await ask()).toBe(answer);
      else await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
    }
  });
});

it('a call without a key is done each time, and noted nowhere', async () => {
  const { root, folder, at } = opened();
  let times = 0;
  const work = async () => {
    await folder.change(() => noteChanges(folder, [{ path: at('a'), content: '' }]));
    times += 1;
    return times;
  };
  expect([await onceInFiles(folder, work), await onceInFiles(folder, work)]).toEqual([1, 2]);
  expect(existsSync(join(root, '.codebolt/weft/calls'))).toBe(false);
});

it('what the database has done under the key, or what changes no file, is noted by it alone', async () => {
  const { root, folder } = opened();
  await underKey(call, () =>
    onceInFiles(folder, async () => {
      takeCall();
      await noteChanges(folder, []);
      return 1;
    }),
  );
  expect(existsSync(join(root, '.codebolt/weft/calls'))).toBe(false);
});

it('notes that are torn or none are passed over', async () => {
  const { root, folder, change, at } = opened();
  const note = join(root, '.codebolt/weft/calls', `${call.key}.tmp`);
  mkdirSync(join(root, '.codebolt/weft/calls'), { recursive: true });
  const work = () => underKey(call, () => onceInFiles(folder, async () => 'anew'));
  for (const text of ['', '{"asked":"asked","files":[],"answ', '[]\n5\n{"files":5}\n{"asked":7}\n']) {
    writeFileSync(note, text);
    expect(await work(), text).toBe('anew');
    rmSync(note);
  }
  writeFileSync(note, '{"asked":"asked","files":[]}\n{"answer":"{\\"value\\":\\"kept\\"}"}\n{"answ');
  expect(await work()).toBe('kept');
  rmSync(note);
  await change([{ path: at('a'), content: '1' }]);
  const lines = readFileSync(note, 'utf8').trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line))).toEqual([
    { asked: 'asked', files: [{ path: 'a', before: null, after: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    { answer: '{"value":"done"}' },
  ]);
});

it('notes of calls that cannot come again are removed', async () => {
  const { root, folder } = opened();
  await sweepNotes(folder, madeMs);
  const keys = [madeMs - keptMs - 1, madeMs - keptMs, madeMs].map(keyAt);
  mkdirSync(join(root, '.codebolt/weft/calls'), { recursive: true });
  for (const key of keys) writeFileSync(join(root, '.codebolt/weft/calls', `${key}.tmp`), '');
  await sweepNotes(folder, madeMs);
  expect(readdirSync(join(root, '.codebolt/weft/calls'))).toEqual(keys.slice(1).map(key => `${key}.tmp`));
});
